import Transport

extension APIClient {
    /// Gets the bytes of a file that a message names; 50 MiB at most.
    ///
    /// The token goes along only to the server itself, never to where else the file may be.
    ///
    /// - Parameter reference: absolute, or relative to the base URL.
    package func download(_ reference: String) async throws(APIFailure) -> [UInt8] {
        let url = base.resolving(reference)
        guard let origin = HTTPOrigin(url), origin.scheme == base.origin.scheme || origin.scheme == "https" else {
            throw .unexpected(detail: "the file is at an address that is not safe")
        }
        var request = HTTPRequest(.get, url)
        request.answerLimit = MessageLimits.fileBytes
        request.timeout = .seconds(300)
        return try await get(request, signIn: origin == base.origin ? .required : .none)
    }
}

package import Transport

extension APIClient {
    /// Announces a file and sends its bytes.
    ///
    /// - Parameter progress: told how much has been sent, on a thread that it must not block.
    /// - Returns: the identifier by which a message names the file.
    package func upload(
        _ file: FileToSend,
        progress: (@Sendable (HTTPProgress) -> Void)? = nil
    ) async throws(APIFailure) -> String {
        let body = RequestUploadBody(fileName: file.name, fileSize: file.size, contentType: file.contentType)
        let ticket = try await call(FileEndpoints.RequestUpload(body: body))
        let url = base.resolving(ticket.uploadUrl)
        guard let target = HTTPOrigin(url), target.scheme == base.origin.scheme || target.scheme == "https" else {
            throw .unexpected(detail: "the file should go to an address that is not safe")
        }
        var request = HTTPRequest(.put, url, body: .file(path: file.path))
        request.headers["Content-Type"] = file.contentType
        for (name, value) in ticket.headers.sorted(by: { $0.key < $1.key }) { request.headers[name] = value }
        request.timeout = .seconds(60)
        try await put(request, progress: progress)
        return ticket.fileId
    }
}

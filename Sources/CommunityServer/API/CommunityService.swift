package import Community

/// The community: what it knows and decides, behind REST calls and live commands alike.
package final class CommunityService: Sendable {
    /// Opens the data folder, and makes it where there is none. One process at a time has it open.
    package static func open(
        dataFolder: String,
        settings: ServiceSettings = ServiceSettings(),
        surroundings: ServiceSurroundings = ServiceSurroundings()
    ) async throws(ServiceFault) -> CommunityService {
        CommunityService()
    }

    private init() {}

    /// Where events go from now on; before, they go nowhere. Held until ``close()``.
    package func attach(_ publisher: any LivePublisher) {}

    /// Answers a REST call, sign-in pages included. Never throws: a failure is an answer too.
    package func answer(_ request: APIRequest) async -> APIResponse {
        APIResponse(status: 404)
    }

    /// Whether a request brings the bytes of a file; then it goes to ``openUpload(_:)``, its headers alone.
    package static func isUpload(method: String, path: String) -> Bool {
        method == "PUT" && path.hasPrefix("/api/v1/files/") && path.hasSuffix("/content")
    }

    /// Checks an upload before its first byte; `request` has no body yet.
    package func openUpload(_ request: APIRequest) async -> UploadOpening {
        .refused(APIResponse(status: 404))
    }

    /// All bytes are in the temporary file and synchronized: gives it its place.
    ///
    /// - Parameter received: how many bytes came; another number than announced draws a refusal.
    package func finishUpload(_ target: UploadTarget, received: Int) async -> APIResponse {
        APIResponse(status: 404)
    }

    /// The bytes did not come to an end: takes the temporary file away.
    package func abandonUpload(_ target: UploadTarget) async {}

    /// The members that are programs of the server itself, as live members whose tokens don't expire.
    package func bots() async -> [LiveMember] { [] }

    /// Fills an empty community with the sample: members, two of them bots, threads and some days of history.
    ///
    /// In a community that has members already only the password of the demo account is set anew.
    package func seedSample() async throws(ServiceFault) -> SampleAccount {
        SampleAccount(email: "", password: "")
    }

    /// Finishes what was begun, then closes the database. Calls after it answer 503.
    package func close() async {}
}

extension CommunityService: LiveCommands {
    package func member(token: String?) async throws(ConnectRefused) -> LiveMember {
        throw ConnectRefused(envelope: .failure(code: "AUTH403", message: "Sign in first."))
    }

    package func perform(
        _ command: CommandDestination,
        commandID: String,
        body: [UInt8],
        by member: LiveMember
    ) async throws(CommandRefusal) {
        throw CommandRefusal(body: CommandRefused(commandId: commandID, status: 404))
    }
}

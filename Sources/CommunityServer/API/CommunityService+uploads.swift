import Community

/// Uploads, whose bytes go past the community straight to the disk.
extension CommunityService {
    /// Whether a request brings the bytes of a file; then it goes to ``openUpload(_:)``, its headers alone.
    package static func isUpload(method: String, path: String) -> Bool {
        method == "PUT" && uploadPattern.match(RoutePattern.split(path)) != nil
    }

    private static let uploadPattern = RoutePattern("/api/v1/files/:file/content")

    /// Checks an upload before its first byte; `request` has no body yet. The ticket's header is what opens it.
    package func openUpload(_ request: APIRequest) async -> UploadOpening {
        guard let id = Self.uploadPattern.match(RoutePattern.split(request.path))?["file"] else {
            return .refused(.refused(.noRoute))
        }
        let token = request.headers[CommunityBook.uploadTokenHeader.lowercased()]
        let announced = request.headers["content-length"].flatMap(Int.init)
        do {
            try count(.general, "address \(request.remoteAddress)")
            return .accepted(try await read { try $0.openUpload(id, token: token, announced: announced) })
        } catch {
            return .refused(.refused(Refusal(error, log: surroundings.log)))
        }
    }

    /// All bytes are in the temporary file and synchronized: gives it its place.
    ///
    /// - Parameter received: how many bytes came; another number than announced draws a refusal.
    package func finishUpload(_ target: UploadTarget, received: Int) async -> APIResponse {
        do {
            try await write { try $0.finishUpload(target, received: received) }
            return try .success(NoResult())
        } catch {
            return .refused(Refusal(error, log: surroundings.log))
        }
    }

    /// The bytes did not come to an end: takes the temporary file away.
    package func abandonUpload(_ target: UploadTarget) async {
        try? await read { _ in FileShelf.remove(target.temporaryPath) }
    }
}

import Community
import SQLite

extension Route {
    static let files: [Route] = [
        .member("POST", "/api/v1/files") { book, caller, call in
            try book.announceFile(try call.body(), by: caller.member)
        },
        Route(
            method: "GET",
            pattern: RoutePattern("/api/v1/files/:file/content"),
            access: .member,
            rate: .general
        ) { service, call in
            try await service.asMember(call, rate: .general, .reading) { book, caller in
                try book.fileAnswer(call.id("file"), for: caller.member)
            }
        },
        // Uploads are streamed: they come in by `openUpload`, and this is only where one went astray.
        .guest("PUT", "/api/v1/files/:file/content") { _, _ in throw Refusal.noFile },
    ]
}

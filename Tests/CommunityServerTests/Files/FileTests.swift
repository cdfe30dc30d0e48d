import Community
import CommunityServer
import Foundation
import Testing

@Suite("Files")
struct FileTests {
    private func announce(
        _ name: String,
        _ bytes: [UInt8],
        type: String = "text/plain",
        by person: Person,
        in community: TestCommunity
    ) async throws -> UploadTicket {
        let body = RequestUploadBody(fileName: name, fileSize: bytes.count, contentType: type)
        return try await community.call(FileEndpoints.RequestUpload(body: body), as: person)
    }

    private func open(_ ticket: UploadTicket, in community: TestCommunity) async -> UploadOpening {
        let headers = Dictionary(
            ticket.headers.map { ($0.key.lowercased(), $0.value) },
            uniquingKeysWith: { first, _ in first }
        )
        return await community.service.openUpload(
            APIRequest(method: "PUT", path: ticket.uploadUrl, headers: headers)
        )
    }

    private func upload(
        _ name: String,
        _ bytes: [UInt8] = Array("hello".utf8),
        type: String = "text/plain",
        by person: Person,
        in community: TestCommunity
    ) async throws -> String {
        let ticket = try await announce(name, bytes, type: type, by: person, in: community)
        #expect(CommunityService.isUpload(method: "PUT", path: ticket.uploadUrl))
        guard case .accepted(let target) = await open(ticket, in: community) else {
            Issue.record("the upload was refused")
            return ""
        }
        #expect(FileManager.default.createFile(atPath: target.temporaryPath, contents: Data(bytes)))
        #expect(await community.service.finishUpload(target, received: bytes.count).status == 200)
        return ticket.fileId
    }

    private func fetch(_ id: String, by person: Person, in community: TestCommunity) async -> APIResponse {
        await community.service.answer(
            APIRequest(
                method: "GET",
                path: "/api/v1/files/\(id)/content",
                headers: ["authorization": "Bearer \(person.token)"]
            )
        )
    }

    @Test("A file is uploaded, posted, and fetched by the members of its thread alone")
    func wholeWay() async throws {
        let community = try await TestCommunity()
        let (ann, ben, cho) = (
            try await community.signUp("Ann"), try await community.signUp("Ben"), try await community.signUp("Cho")
        )
        let thread = try await community.thread(by: ann, with: [ben])
        let file = try await upload("메모.txt", by: ann, in: community)
        #expect(await fetch(file, by: ben, in: community).status == 404)
        try await community.send("", to: thread, by: ann, files: [file])
        let message = try #require(try await community.messages(of: thread, by: ben).first)
        #expect(message.type == .file)
        #expect(message.files.map(\.fileName) == ["메모.txt"])
        #expect(message.files.map(\.fileSize) == [5])
        #expect(message.files.first?.fileUrl == "/api/v1/files/\(file)/content")
        let answer = await fetch(file, by: ben, in: community)
        guard case .file(let path, let size) = answer.body else {
            Issue.record("no file")
            return
        }
        #expect(size == 5)
        #expect(FileManager.default.contents(atPath: path) == Data("hello".utf8))
        #expect(await fetch(file, by: cho, in: community).status == 404)
        #expect(try await community.view(of: thread, for: ben).lastMessage?.preview == "메모.txt")
        // What is deleted can't be fetched any more.
        try await community.perform(.delete(messageId: message.messageId), in: thread, by: ann)
        #expect(await fetch(file, by: ben, in: community).status == 404)
        #expect(await fetch(file, by: ann, in: community).status == 200)
    }

    @Test(
        "A file is served as a download that no browser runs",
        arguments: [
            ("a.html", "text/html", "application/octet-stream"), ("a.svg", "image/svg+xml", "application/octet-stream"),
            ("a.js", "text/javascript", "application/octet-stream"), ("a.png", "image/png", "image/png"),
            ("a.xhtml", "application/xhtml+xml; charset=utf-8", "application/octet-stream"),
        ]
    )
    func served(name: String, type: String, servedAs: String) async throws {
        let community = try await TestCommunity()
        let ann = try await community.signUp("Ann")
        let answer = await fetch(
            try await upload(name, type: type, by: ann, in: community),
            by: ann,
            in: community
        )
        #expect(answer.header("Content-Type") == servedAs)
        #expect(answer.header("X-Content-Type-Options") == "nosniff")
        #expect(answer.header("Content-Disposition")?.hasPrefix("attachment; filename=\"\(name)\"") == true)
        #expect(answer.header("Content-Security-Policy")?.contains("sandbox") == true)
    }

    @Test("A name with quotes and letters of any script can't break out of its header")
    func disposition() async throws {
        let community = try await TestCommunity()
        let ann = try await community.signUp("Ann")
        let file = try await upload(#"한 "a;b.txt"#, by: ann, in: community)
        let answer = await fetch(file, by: ann, in: community)
        #expect(
            answer.header("Content-Disposition")
                == #"attachment; filename="_ _a;b.txt"; filename*=UTF-8''%ED%95%9C%20%22a%3Bb.txt"#
        )
    }

    @Test(
        "Names that are paths, or no names, are refused",
        arguments: [
            "", " ", ".", "..", "a/b", "../../etc/passwd", "a\\b", "a\nb", "a\u{0}b", "\u{202E}gpj.exe",
            String(repeating: "가", count: 86),
        ]
    )
    func badNames(name: String) async throws {
        let community = try await TestCommunity()
        let ann = try await community.signUp("Ann")
        let body = RequestUploadBody(fileName: name, fileSize: 1, contentType: "text/plain")
        #expect(try await community.refusal(FileEndpoints.RequestUpload(body: body), as: ann)?.status == 400)
    }

    @Test(
        "Sizes and types are checked before a byte comes",
        arguments: [
            (MessageLimits.fileBytes, "text/plain", 200), (MessageLimits.fileBytes + 1, "text/plain", 413),
            (-1, "text/plain", 400), (1, "nonsense", 400), (1, "text/html\r\nX: y", 400), (1, "", 400),
        ]
    )
    func announcements(size: Int, type: String, status: Int) async throws {
        let community = try await TestCommunity()
        let ann = try await community.signUp("Ann")
        let body = RequestUploadBody(fileName: "a", fileSize: size, contentType: type)
        #expect(try await community.answer(to: FileEndpoints.RequestUpload(body: body), as: ann).status == status)
    }

    @Test("An upload needs its ticket, comes once, and is as long as announced")
    func uploads() async throws {
        let community = try await TestCommunity()
        let ann = try await community.signUp("Ann")
        let bytes = Array("hello".utf8)
        var ticket = try await announce("a.txt", bytes, by: ann, in: community)
        guard case .accepted(let target) = await open(ticket, in: community) else { return }
        #expect(target.size == 5)
        #expect(target.temporaryPath.hasPrefix(community.folder))
        _ = FileManager.default.createFile(atPath: target.temporaryPath, contents: Data("hell".utf8))
        #expect(await community.service.finishUpload(target, received: 4).status == 400)
        #expect(!FileManager.default.fileExists(atPath: target.temporaryPath))
        // It may be tried again, and then not any more.
        guard case .accepted(let second) = await open(ticket, in: community) else { return }
        #expect(second.temporaryPath != target.temporaryPath)
        _ = FileManager.default.createFile(atPath: second.temporaryPath, contents: Data(bytes))
        #expect(await community.service.finishUpload(second, received: 5).status == 200)
        guard case .refused(let again) = await open(ticket, in: community) else { return }
        #expect(again.status == 409)
        ticket.headers = ["X-Upload-Token": "guess"]
        guard case .refused(let guessed) = await open(ticket, in: community) else { return }
        #expect(guessed.status == 404)
        let length = APIRequest(
            method: "PUT",
            path: ticket.uploadUrl,
            headers: [
                "x-upload-token": try await announce("b", bytes, by: ann, in: community).headers["X-Upload-Token"]
                    ?? "",
                "content-length": "6",
            ]
        )
        guard case .refused = await community.service.openUpload(length) else {
            Issue.record("a longer file was taken")
            return
        }
    }

    @Test("A message carries one's own files only, five pictures and ten files at most")
    func postLimits() async throws {
        let community = try await TestCommunity()
        let (ann, ben) = (try await community.signUp("Ann"), try await community.signUp("Ben"))
        let thread = try await community.thread(by: ann, with: [ben])
        let foreign = try await upload("ben.txt", by: ben, in: community)
        let pending = try await announce("pending.txt", [1], by: ann, in: community).fileId
        var images: [String] = []
        for number in 1...6 {
            images.append(try await upload("\(number).png", type: "image/png", by: ann, in: community))
        }
        for files in [[foreign], [pending], images, [images[0], images[0]], (1...11).map { "\($0)" }] {
            let refusal = try await community.commandRefusal {
                try await community.send("x", to: thread, by: ann, files: files)
            }
            #expect(refusal?.status == 400)
        }
        try await community.send("x", to: thread, by: ann, files: Array(images.prefix(5)))
        #expect(try await community.messages(of: thread, by: ben).first?.type == .image)
    }

    @Test("A member stores as much as the quota allows")
    func quota() async throws {
        let community = try await TestCommunity { $0.uploadQuota = 10 }
        let ann = try await community.signUp("Ann")
        _ = try await upload("a", by: ann, in: community)
        let body = RequestUploadBody(fileName: "b", fileSize: 6, contentType: "text/plain")
        #expect(try await community.refusal(FileEndpoints.RequestUpload(body: body), as: ann)?.status == 413)
    }

    @Test("A picture becomes one's profile's and is seen by everybody")
    func profilePicture() async throws {
        let community = try await TestCommunity()
        let (ann, ben) = (try await community.signUp("Ann"), try await community.signUp("Ben"))
        let picture = try await upload("me.png", type: "image/png", by: ann, in: community)
        let text = try await upload("me.txt", by: ann, in: community)
        func set(_ file: String, by person: Person) -> MemberEndpoints.UpdateMe {
            MemberEndpoints.UpdateMe(body: UpdateProfileBody(profileImageFileId: file))
        }
        #expect(try await community.refusal(set(text, by: ann), as: ann)?.status == 400)
        #expect(try await community.refusal(set(picture, by: ben), as: ben)?.status == 400)
        let profile = try await community.call(set(picture, by: ann), as: ann)
        #expect(profile.profileImageUrl == "/api/v1/files/\(picture)/content")
        #expect(await fetch(picture, by: ben, in: community).status == 200)
    }

    @Test("What was cut off is swept away when the community is opened, and what nobody posted after a day")
    func sweep() async throws {
        let community = try await TestCommunity()
        let ann = try await community.signUp("Ann")
        let thread = try await community.thread(by: ann)
        let posted = try await upload("posted", by: ann, in: community)
        try await community.send("", to: thread, by: ann, files: [posted])
        let loose = try await upload("loose", by: ann, in: community)
        let cut = try await announce("cut", [1, 2], by: ann, in: community)
        guard case .accepted(let target) = await open(cut, in: community) else { return }
        _ = FileManager.default.createFile(atPath: target.temporaryPath, contents: Data([1]))
        community.advance(by: .seconds(86_401))
        let service = try await community.reopened()
        let files = FileManager.default
        #expect(!files.fileExists(atPath: target.temporaryPath))
        #expect(files.fileExists(atPath: "\(community.folder)/files/\(posted)"))
        #expect(!files.fileExists(atPath: "\(community.folder)/files/\(loose)"))
        await service.close()
    }
}

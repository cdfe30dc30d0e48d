import Community
import SQLite

/// Files: announced, uploaded, posted, fetched.
extension CommunityBook {
    /// Files announced whose bytes have not come, for each member, at most.
    static let pendingLimit = 50
    /// How long a file may stay without being posted, or without its bytes.
    static let looseFileLifetime = Duration.seconds(86_400)
    /// The header that carries the permission to upload, so that it stands in no log of URLs.
    static let uploadTokenHeader = "X-Upload-Token"

    private static let storedBytes: SQL = """
        SELECT COALESCE(sum(size), 0), COALESCE(sum(uploaded_at IS NULL), 0) FROM files WHERE member_id = ?
        """

    func announceFile(_ body: RequestUploadBody, by member: Int64) throws -> UploadTicket {
        let name = try FileRules.name(body.fileName)
        let size = try FileRules.size(body.fileSize)
        let type = try FileRules.contentType(body.contentType)
        let stored = try database.first(Self.storedBytes, member) { ($0.count(0), $0.count(1)) } ?? (0, 0)
        guard stored.0 + size <= settings.uploadQuota else {
            throw Refusal(413, "FILE413", "You have stored as much as one member may.")
        }
        guard stored.1 < Self.pendingLimit else {
            throw Refusal(429, "FILE429", "Finish the uploads you have begun first.", retryAfter: 60)
        }
        let token = makeToken()
        let id = try database.insert(
            "INSERT INTO files (member_id, name, size, content_type, upload_hash, created_at) VALUES (?, ?, ?, ?, ?, ?)",
            member,
            name,
            size,
            type,
            token.hash,
            now
        )
        return UploadTicket(
            fileId: String(id),
            uploadUrl: FileShelf.url(of: id),
            headers: [Self.uploadTokenHeader: token.text]
        )
    }

    func openUpload(_ id: Int64, token: String?, announced: Int?) throws -> UploadTarget {
        let row = try database.first("SELECT size, upload_hash, uploaded_at FROM files WHERE id = ?", id) { row in
            (size: row.count(0), hash: row.blob(1), isDone: row.integerIfAny(2) != nil)
        }
        // The token alone opens an upload; without it nobody learns which files there are.
        guard let row, let token, Cryptography.isEqual(Token.hash(token), row.hash) else { throw Refusal.noFile }
        if row.isDone { throw Refusal.conflict("The file is there already") }
        if let announced, announced != row.size {
            throw Refusal(400, "FILE400", "The file was announced with \(row.size) bytes.")
        }
        let name = "\(id).\(Base64URL.text(surroundings.random(9)))"
        return UploadTarget(
            fileID: String(id),
            temporaryPath: folder.path(of: "\(FileShelf.uploads)/\(name)"),
            size: row.size
        )
    }

    func finishUpload(_ target: UploadTarget, received: Int) throws {
        let id = try Identifier.read(target.fileID, "fileId")
        guard received == target.size, FileShelf.size(of: target.temporaryPath) == target.size else {
            FileShelf.remove(target.temporaryPath)
            throw Refusal(400, "FILE400", "\(received) bytes came of the \(target.size) announced.")
        }
        let count = try database.change(
            "UPDATE files SET uploaded_at = ? WHERE id = ? AND uploaded_at IS NULL",
            now,
            id
        )
        guard count == 1 else {
            FileShelf.remove(target.temporaryPath)
            throw Refusal.conflict("The file is there already")
        }
        try FileShelf.move(
            target.temporaryPath,
            to: path(ofFile: id),
            in: folder.path(of: FileShelf.files)
        )
    }

    func path(ofFile id: Int64) -> String { folder.path(of: "\(FileShelf.files)/\(id)") }

    // Who may read a file: who uploaded it, the members of a thread where it was posted, and for the picture of a
    // profile everybody.
    private static let readableFile: SQL = """
        SELECT f.name, f.content_type, f.size FROM files f WHERE f.id = ?1 AND f.uploaded_at IS NOT NULL AND (
            f.member_id = ?2
            OR EXISTS (SELECT 1 FROM members p WHERE p.image_file = f.id)
            OR EXISTS (
                SELECT 1 FROM message_files h JOIN messages m ON m.id = h.message_id
                    JOIN thread_members t ON t.thread_id = m.thread_id AND t.member_id = ?2
                WHERE h.file_id = f.id AND (m.hidden_from IS NULL OR m.hidden_from <> ?2)))
        """

    func fileAnswer(_ id: Int64, for member: Int64) throws -> APIResponse {
        let file = try database.first(Self.readableFile, id, member) { ($0.text(0), $0.text(1), $0.count(2)) }
        guard let file else { throw Refusal.noFile }
        return APIResponse(
            status: 200,
            headers: FileRules.headers(name: file.0, contentType: file.1),
            body: .file(path: path(ofFile: id), size: file.2)
        )
    }

    func isOwnImage(_ id: Int64, of member: Int64) throws -> Bool {
        let type = try database.first(
            "SELECT content_type FROM files WHERE id = ? AND member_id = ? AND uploaded_at IS NOT NULL",
            id,
            member
        ) { $0.text(0) }
        return type.map(FileRules.isImage) ?? false
    }

    /// Files for a message: the sender's own, complete, at most 5 pictures among them. A message of pictures alone is
    /// an `IMAGE`, one with other files a `FILE`.
    func filesToPost(_ ids: [Int64], by member: Int64) throws -> ([WireFile], MessageType) {
        var files: [WireFile] = []
        var images = 0
        for id in ids {
            let row = try database.first(
                """
                SELECT name, size, content_type FROM files
                WHERE id = ? AND member_id = ? AND uploaded_at IS NOT NULL
                """,
                id,
                member
            ) { ($0.text(0), $0.count(1), $0.text(2)) }
            guard let row else { throw Refusal.field("fileMetadataIds", "names a file you have not uploaded") }
            if FileRules.isImage(row.2) { images += 1 }
            files.append(
                WireFile(fileId: String(id), fileName: row.0, fileSize: row.1, fileUrl: FileShelf.url(of: id))
            )
        }
        guard images <= MessageLimits.images else {
            throw Refusal.field("fileMetadataIds", "names more than \(MessageLimits.images) pictures")
        }
        return (files, images == files.count ? .image : .file)
    }

    private static let looseFiles: SQL = """
        SELECT f.id FROM files f WHERE f.created_at < ?
            AND NOT EXISTS (SELECT 1 FROM message_files h WHERE h.file_id = f.id)
            AND NOT EXISTS (SELECT 1 FROM members p WHERE p.image_file = f.id)
        """

    /// Takes away what nobody can want any more; when the community is opened.
    func sweep() throws {
        // Nothing is being uploaded yet: whatever lies there was cut off.
        let uploads = folder.path(of: FileShelf.uploads)
        for name in FileShelf.names(in: uploads) { FileShelf.remove("\(uploads)/\(name)") }
        let time = now
        let old = Timestamp(milliseconds: time.milliseconds - Int64(Self.looseFileLifetime.components.seconds) * 1000)
        try database.run("BEGIN IMMEDIATE")
        let loose = try database.rows(Self.looseFiles, old) { $0.integer(0) }
        for id in loose { try database.run("DELETE FROM files WHERE id = ?", id) }
        try database.run("DELETE FROM chat_tickets WHERE expires_at < ?", time)
        try database.run("DELETE FROM phone_codes WHERE expires_at < ?", time)
        try database.run("DELETE FROM phone_verifications WHERE expires_at < ?", time)
        try database.run("DELETE FROM device_codes WHERE expires_at < ?", old)
        try database.run("DELETE FROM authorization_codes WHERE expires_at < ?", old)
        try sweepSessions(before: time)
        try database.run("COMMIT")
        for id in loose { FileShelf.remove(path(ofFile: id)) }
    }
}

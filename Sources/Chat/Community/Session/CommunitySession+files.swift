import Community
import Transport

// Files that go with messages, and come with them.
extension CommunitySession {
    /// Uploads the files of a message and looks up whom it mentions.
    func prepare(_ post: Outbox.Post) async {
        do throws(PreparationFailure) {
            let files = try await files(of: post)
            let fileIDs = try await upload(files, of: post)
            let mentioned = await mentioned(in: post)
            let images = files.count { $0.isImage }
            let kind: ChatMessage.Kind = files.isEmpty ? .text : images == files.count ? .image : .file
            apply(conversation.prepared(post.id, fileIDs: fileIDs, kind: kind, mentionIDs: mentioned))
        } catch {
            apply(conversation.preparationFailed(post.id, error))
        }
        if !post.files.isEmpty { queue.push([.upload(threadID: post.threadID, messageID: post.id, nil)]) }
    }

    private func files(of post: Outbox.Post) async throws(PreparationFailure) -> [FileToSend] {
        var files: [FileToSend] = []
        do throws(APIFailure) {
            for path in post.files { files.append(try await FileToSend(path: FilePath.expanded(path))) }
        } catch {
            throw PreparationFailure(error)
        }
        if files.count(where: \.isImage) > MessageLimits.images {
            throw PreparationFailure(reason: "a message takes \(MessageLimits.images) images at most")
        }
        return files
    }

    private func upload(_ files: [FileToSend], of post: Outbox.Post) async throws(PreparationFailure) -> [String] {
        var fileIDs: [String] = []
        let total = files.reduce(0) { $0 + $1.size }
        var before = 0
        do throws(APIFailure) {
            for file in files {
                let share = UploadShare(post: post, before: before, size: file.size, total: total)
                fileIDs.append(try await server.client.upload(file, progress: share.report(to: queue)))
                before += file.size
            }
        } catch {
            throw PreparationFailure(error)
        }
        return fileIDs
    }

    private func mentioned(in post: Outbox.Post) async -> [String] {
        guard post.text.contains("@"), let members = try? await members(of: post.threadID) else { return [] }
        return MentionScan.members(in: post.text, among: members).map(\.id)
    }

    /// Saves a file of a message.
    func download(_ attachment: Attachment, to path: String) async {
        if let saved = await saved(attachment, to: path) { queue.push([.notice("saved as \(saved)")]) }
    }

    /// Saves a file of a message in a folder, for a program to show it.
    func fetch(_ attachment: Attachment, into folder: String) async {
        if let saved = await saved(attachment, to: folder) { queue.push([.fetched(path: saved)]) }
    }

    /// Where the file is now; nil when it can't be had, which is told.
    private func saved(_ attachment: Attachment, to path: String) async -> String? {
        do throws(APIFailure) {
            guard let url = attachment.url, !url.isEmpty else {
                throw .file(path: attachment.name, detail: "the server does not say where it is")
            }
            let bytes = try await server.client.download(url)
            return try await ReceivedFile(name: FilePath.safeName(attachment.name), bytes: bytes)
                .save(to: FilePath.expanded(path))
        } catch {
            report(error)
            return nil
        }
    }
}

extension PreparationFailure: Error {
    fileprivate init(_ failure: APIFailure) {
        reason = FailureReport(failure).description
        isPassing = failure.isPassing
        if case .refused(let refusal) = failure { retryAfter = refusal.retryAfter }
    }
}

extension APIFailure {
    /// Whether the same call may go well later.
    fileprivate var isPassing: Bool {
        switch self {
        case .network, .cancelled, .signInNeeded: true
        case .refused(let refusal): [408, 429, 502, 503, 504].contains(refusal.status)
        case .tokenRefused, .unreadable, .unexpected, .tokens, .file, .notSaved: false
        }
    }
}

/// The part of one file in the upload of all files of a message.
private struct UploadShare {
    let post: Outbox.Post
    let before: Int
    let size: Int
    let total: Int

    func report(to queue: UpdateQueue) -> @Sendable (HTTPProgress) -> Void {
        { [post, before, size, total] progress in
            let share = progress.totalBytes > 0 ? Double(progress.sentBytes) / Double(progress.totalBytes) : 0
            let done = (Double(before) + share * Double(size)) / Double(max(1, total))
            queue.push([.upload(threadID: post.threadID, messageID: post.id, min(1, done))])
        }
    }
}

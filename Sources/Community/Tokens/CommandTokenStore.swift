/// Keeps a session with programs of the user's choice, a keyring for instance.
///
/// No shell is involved, and a token only ever travels over a pipe: the program that reads prints it, the one that
/// writes gets it on its standard input. What is read is the JSON this store wrote, or a bare access token.
package struct CommandTokenStore: SessionStore {
    /// A program and its arguments.
    package typealias Command = [String]

    private let reading: Command
    private let writing: Command?
    private let erasing: Command?
    private let lockPath: String
    /// What to look at when one of the programs fails.
    private let advice: String?

    /// - Parameters:
    ///   - reading: prints the session; nothing, or a failure with nothing printed, is none.
    ///   - writing: takes a session on its standard input; without it the session can't be renewed.
    ///   - erasing: forgets the session.
    ///   - lockPath: a file that all programs of this user lock for this session.
    ///   - advice: what to look at when one of them fails.
    package init(
        reading: Command,
        writing: Command?,
        erasing: Command?,
        lockPath: String,
        advice: String? = nil
    ) {
        self.reading = reading
        self.writing = writing
        self.erasing = erasing
        self.lockPath = lockPath
        self.advice = advice
    }

    /// Keeps the session in the desktop's keyring, under the profile's name.
    package static func secretTool(profile: String, lockPath: String) -> CommandTokenStore {
        let attributes = ["service", "bobbin", "profile", profile]
        return CommandTokenStore(
            reading: ["secret-tool", "lookup"] + attributes,
            writing: ["secret-tool", "store", "--label=Bobbin (\(profile))"] + attributes,
            erasing: ["secret-tool", "clear"] + attributes,
            lockPath: lockPath,
            advice: "it comes with libsecret-tools and needs a keyring that runs and is unlocked"
        )
    }

    package func load() async throws(TokenStoreFault) -> StoredTokens? {
        let result = try await run(reading, input: [])
        let text = String(decoding: result.output, as: UTF8.self).split(whereSeparator: \.isNewline).first ?? ""
        if text.isEmpty {
            // `secret-tool lookup` ends with 1 and says nothing where there is nothing.
            if result.status == 0 || result.status == 1 && result.complaint.isEmpty { return nil }
            throw fault(result, of: reading)
        }
        guard result.status == 0 else { throw fault(result, of: reading) }
        if text.hasPrefix("{") {
            do throws(WireFault) {
                return try WireJSON.read(StoredTokens.self, from: text.utf8).value
            } catch {
                throw .program(name: reading[0], detail: "what it printed is no session of Bobbin's")
            }
        }
        let token = Secret(String(text))
        return StoredTokens(access: token, expiresAt: TokenExpiry.date(of: token, expiresIn: nil, now: .now))
    }

    package func keep(_ tokens: StoredTokens) async throws(TokenStoreFault) {
        guard let writing else { throw .readOnly(source: "the program \(reading.first ?? "")") }
        let json: [UInt8]
        do throws(WireFault) {
            json = try WireJSON.write(tokens)
        } catch {
            throw .program(name: writing.first ?? "", detail: "\(error)")
        }
        let result = try await run(writing, input: json)
        guard result.status == 0 else { throw fault(result, of: writing) }
    }

    package func forget() async throws(TokenStoreFault) {
        guard let erasing else { throw .readOnly(source: "the program \(reading.first ?? "")") }
        let result = try await run(erasing, input: [])
        guard result.status == 0 || result.status == 1 && result.complaint.isEmpty else {
            throw fault(result, of: erasing)
        }
    }

    package func lock() async throws(TokenStoreFault) -> any SessionLock {
        let path = lockPath
        return try await BlockingWork.run(name: "bobbin-tokens") { () throws(TokenStoreFault) in
            try PrivateFile(path: path).makeFolder()
            return try FileLock(path: path)
        }
    }

    private func run(_ command: Command, input: [UInt8]) async throws(TokenStoreFault) -> ProgramRun.Result {
        do throws(TokenStoreFault) {
            return try await BlockingWork.run(name: "bobbin-tokens") { () throws(TokenStoreFault) in
                try ProgramRun(command).run(input: input)
            }
        } catch .program(let name, let detail) {
            throw fault(name, detail)
        } catch {
            throw error
        }
    }

    /// What went wrong, without what the program printed: it may hold a token.
    private func fault(_ result: ProgramRun.Result, of command: Command) -> TokenStoreFault {
        let end = result.status < 0 ? "it was ended by a signal" : "it ended with status \(result.status)"
        return fault(command.first ?? "", end)
    }

    private func fault(_ name: String, _ detail: String) -> TokenStoreFault {
        .program(name: name, detail: advice.map { "\(detail); \($0)" } ?? detail)
    }
}

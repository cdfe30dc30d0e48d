package import CommandLineManual

/// What a command line asks for.
package enum ServerInvocation: Sendable, Equatable {
    case help
    case version
    /// The page of the manual, in roff.
    case manual
    /// What makes a shell complete the command line.
    case completions(CompletionScript.Shell)
    /// Make the sample community in a folder.
    case seed(dataFolder: String, renewsPasswords: Bool)
    case serve(ServerOptions)
}

/// A command line that can't be used: one sentence that names the thing and the next step.
package struct ServerUsageError: Error, Equatable {
    package let sentence: String
}

extension ServerInvocation {
    /// Reads the words behind the program's name.
    package init(_ words: [String]) throws(ServerUsageError) {
        if let document = try ServerInvocation.document(words) {
            self = document
            return
        }
        var words = words[...]
        let isSeed = words.first == "seed"
        if isSeed { words.removeFirst() }
        var given = GivenOptions()
        while let word = words.popFirst() { try given.take(word, from: &words) }
        if given.isSet(.help) {
            self = .help
        } else if given.isSet(.version) {
            self = .version
        } else {
            guard let folder = given[.data] else {
                throw ServerUsageError(sentence: "--data lacks; write --data FOLDER")
            }
            self = isSeed ? try given.seed(folder) : .serve(try given.options(folder))
        }
    }
}

extension ServerInvocation {
    /// What packages are made with; nil where the words ask for something else.
    private static func document(_ words: [String]) throws(ServerUsageError) -> ServerInvocation? {
        switch words.first {
        case "manual" where words.count == 1:
            return .manual
        case "completions":
            guard words.count == 2, let shell = CompletionScript.Shell(rawValue: words[1]) else {
                let shells = CompletionScript.Shell.allCases.map(\.rawValue).joined(separator: ", ")
                throw ServerUsageError(sentence: "completions takes one shell of \(shells)")
            }
            return .completions(shell)
        default:
            return nil
        }
    }
}

/// The options as they were given, each at most once.
private struct GivenOptions {
    private var values: [ServerOption: String] = [:]

    subscript(option: ServerOption) -> String? { values[option] }
    func isSet(_ option: ServerOption) -> Bool { values[option] != nil }

    mutating func take(_ word: String, from rest: inout ArraySlice<String>) throws(ServerUsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = parts[0] == "-h" ? "--help" : parts[0]
        guard let option = ServerOption.allCases.first(where: { $0.spelled == name }) else {
            let what = word.hasPrefix("-") ? "the option \(word)" : "the word “\(word)”"
            throw ServerUsageError(sentence: "\(what) is unknown; see bobbin-server --help")
        }
        guard values[option] == nil else { throw ServerUsageError(sentence: "\(name) is given twice; once is enough") }
        guard let placeholder = option.placeholder else {
            guard parts.count == 1 else { throw ServerUsageError(sentence: "\(name) takes no value; leave “=” out") }
            values[option] = ""
            return
        }
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
            throw ServerUsageError(sentence: "\(name) lacks its value; write \(name) \(placeholder)")
        }
        values[option] = value
    }

    func seed(_ folder: String) throws(ServerUsageError) -> ServerInvocation {
        let known = [ServerOption.data, .newPasswords].map(\.spelled)
        if let other = values.keys.map(\.spelled).sorted().first(where: { !known.contains($0) }) {
            throw ServerUsageError(sentence: "seed takes no \(other); leave it out")
        }
        return .seed(dataFolder: folder, renewsPasswords: isSet(.newPasswords))
    }

    func options(_ folder: String) throws(ServerUsageError) -> ServerOptions {
        guard !isSet(.newPasswords) else {
            throw ServerUsageError(sentence: "--new-passwords belongs to seed; leave it out, or write seed before it")
        }
        let listen = values[.listen] ?? "127.0.0.1:8080"
        guard let address = ListenAddress(listen) else {
            throw ServerUsageError(
                sentence: "--listen \(listen) is no address with a port; write it like 127.0.0.1:8080 or [::1]:8080"
            )
        }
        var options = ServerOptions(dataFolder: folder, address: address)
        options.identityFiles = try identityFiles()
        options.isBehindProxy = isSet(.behindProxy)
        options.publicURL = try publicURL()
        options.accessTokenLifetime = try lifetime()
        options.hasBots = isSet(.bots)
        options.printsCodes = isSet(.printCodes)
        options.exitsWithParent = isSet(.exitWithParent)
        guard address.isLoopback || options.identityFiles != nil || options.isBehindProxy else {
            throw ServerUsageError(
                sentence: "--listen \(listen) would carry passwords unencrypted beyond this machine; "
                    + "add --tls-cert and --tls-key, or --behind-proxy where a proxy brings TLS"
            )
        }
        return options
    }

    private func identityFiles() throws(ServerUsageError) -> ServerOptions.IdentityFiles? {
        switch (values[.tlsCertificate], values[.tlsKey]) {
        case (nil, nil): return nil
        case (let certificate?, let key?): return ServerOptions.IdentityFiles(certificate: certificate, key: key)
        case (nil, _): throw ServerUsageError(sentence: "--tls-key needs the certificate; add --tls-cert FILE")
        case (_, nil): throw ServerUsageError(sentence: "--tls-cert needs its key; add --tls-key FILE")
        }
    }

    private func publicURL() throws(ServerUsageError) -> String? {
        guard var text = values[.publicURL] else { return nil }
        while text.hasSuffix("/") { text.removeLast() }
        guard text.hasPrefix("https://") || text.hasPrefix("http://"), !text.contains(" ") else {
            throw ServerUsageError(sentence: "--public-url \(text) is no URL; write it like https://chat.example")
        }
        return text
    }

    private func lifetime() throws(ServerUsageError) -> Duration? {
        guard let text = values[.accessTokenLifetime] else { return nil }
        let units = ["s": 1, "m": 60, "h": 3600]
        guard let unit = text.last.map(String.init).flatMap({ units[$0] }), let count = Int(text.dropLast()),
            count > 0, count <= 8760
        else {
            throw ServerUsageError(
                sentence: "--access-token-lifetime \(text) is not a time; write it like 15m, 30s or 1h"
            )
        }
        return .seconds(count * unit)
    }
}

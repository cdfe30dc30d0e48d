extension Profile {
    /// What only brokers have.
    private static let brokerKeys = [
        "host", "login", "passwordFile", "passwordCommand", "passwordEnvironment", "tokenFile", "tokenCommand",
        "tokenEnvironment", "tokenPlacement", "connectHeaders", "httpHeaders", "contentLength", "receipts", "join",
        "sendTo", "name", "bodyFormat", "fields", "room", "events", "errors", "messageEvents", "kinds", "zone", "me",
        "body", "sendHeaders", "contentType", "confirm", "order", "api", "rooms", "refresh", "send",
        "preset", "sockjs", "splitFrames",
    ]

    /// What only communities have.
    private static let communityKeys = [
        "tokenStore", "passphraseFile", "passphraseCommand", "passphraseEnvironment", "ticket", "signIn",
    ]

    /// Reads what says which kind of server it is, and what holds for communities alone.
    mutating func readCommunity(_ reader: inout SettingReader) {
        kind = reader.choice("kind", of: ServerKind.self, costs: .profile)
        connectsByItself = reader.flag("autoconnect") ?? false
        tokenStore = Profile.tokenStore(&reader)
        passphrase = Profile.secret("passphrase", &reader)
        usesTicket = reader.flag("ticket") ?? false
        signInWay = reader.choice("signIn", of: SignInWay.self)
    }

    private static func tokenStore(_ reader: inout SettingReader) -> TokenStoreSetting? {
        guard let element = reader.element("tokenStore", costs: .profile) else { return nil }
        switch element {
        case .text("file"):
            return .file(nil)
        case .text("secret-tool"):
            return .secretTool
        case .text:
            reader.refuse("tokenStore", "must be \"file\", \"secret-tool\" or an object", costs: .profile)
            return nil
        case .object(var object):
            defer { reader.absorb(object) }
            let file = object.text("file", costs: .profile)
            let commands = Profile.commands(&object)
            let variable = object.text("environment", costs: .profile)
            switch (file, commands, variable) {
            case (let path?, nil, nil): return .file(path)
            case (nil, let commands?, nil): return .commands(commands)
            case (nil, nil, let name?): return .environment(name)
            default:
                guard object.problems.isEmpty else { return nil }
                reader.refuse("tokenStore", "needs exactly one of file, command and environment", costs: .profile)
                return nil
            }
        }
    }

    private static func commands(_ reader: inout SettingReader) -> TokenStoreSetting.Commands? {
        guard var object = reader.object("command", costs: .profile) else { return nil }
        defer { reader.absorb(object) }
        let read = object.texts("read", costs: .profile)
        let write = object.texts("write", costs: .profile)
        let erase = object.texts("erase", costs: .profile)
        guard let read else {
            if !object.has("read") {
                reader.refuse("command", "has no \"read\"; add the program that prints the session", costs: .profile)
            }
            return nil
        }
        return TokenStoreSetting.Commands(read: read, write: write, erase: erase)
    }

    /// Notes what the profile's kind of server does not have.
    func refuseForeignKeys(_ reader: inout SettingReader) {
        guard let kind = kind ?? url.map(ServerKind.init(address:)) else { return }
        let (foreign, home) = kind == .community ? (Profile.brokerKeys, "broker") : (Profile.communityKeys, "community")
        for key in foreign where reader.has(key) {
            reader.refuse(
                key,
                "means nothing to a \(kind.rawValue); leave it out, or add kind: \"\(home)\"",
                costs: .setting
            )
        }
    }
}

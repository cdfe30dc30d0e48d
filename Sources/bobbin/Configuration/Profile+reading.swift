import Chat
import StompClient

extension Profile {
    /// Reads a profile; what can't be used ends up among the reader's problems.
    init(_ reader: inout SettingReader) {
        readCommunity(&reader)
        readServer(&reader)
        readCredentials(&reader)
        readSecurity(&reader)
        readTiming(&reader)
        readShape(&reader)
        readThreads(&reader)
        readMessages(&reader)
        readAPI(&reader)
        readHistory(&reader)
        refuseForeignKeys(&reader)
    }

    private mutating func readServer(_ reader: inout SettingReader) {
        preset = reader.choice("preset", of: Preset.self, costs: .profile)
        usesSockJS = reader.flag("sockjs") ?? preset?.usesSockJS ?? false
        splitsFramesAt = reader.count("splitFrames", in: 128...16 * 1024 * 1024) ?? preset?.splitsFramesAt
        let urls = reader.textOrTexts("url", costs: .profile)
        url = urls.first
        alternatives = Array(urls.dropFirst())
        for (index, address) in urls.enumerated() {
            do throws(ServerURL.Fault) {
                switch kind ?? ServerKind(address: address) {
                case .broker, .stream: _ = try ServerURL(address, preset: preset)
                case .community: _ = try CommunityURL(address)
                }
            } catch {
                // The address itself may hold a password.
                let place = urls.count > 1 ? "address \(index + 1) " : ""
                reader.refuse("url", place + error.problem, costs: .profile)
                url = nil
                break
            }
        }
        if let url, urls.count > 1, (kind ?? ServerKind(address: url)) == .community {
            reader.refuse("url", "must be one address: only a broker has several nodes", costs: .profile)
        }
        host = reader.text("host", costs: .profile)
        connectHeaders = reader.namedTexts("connectHeaders")
        httpHeaders = reader.namedTexts("httpHeaders")
    }

    private mutating func readCredentials(_ reader: inout SettingReader) {
        login = reader.text("login", costs: .profile)
        password = Profile.secret("password", &reader)
        token = Profile.secret("token", &reader)
        readPlacement(&reader)
        if reader.has("password") {
            _ = reader.text("password")
            let advice = "a password can't stand here; use passwordFile, passwordCommand or passwordEnvironment"
            reader.refuse("password", advice, costs: .profile)
        }
    }

    static func secret(_ name: String, _ reader: inout SettingReader) -> SecretSource? {
        let file = reader.text(name + "File", costs: .profile)
        let command = reader.texts(name + "Command", costs: .profile)
        let variable = reader.text(name + "Environment", costs: .profile)
        let sources: [SecretSource?] = [
            file.map(SecretSource.file), command.map(SecretSource.command), variable.map(SecretSource.environment),
        ]
        let given = sources.compactMap(\.self)
        if given.count > 1 {
            let first = [name + "File", name + "Command"].last { reader.has($0) } ?? name + "File"
            let advice =
                "only one of \(name)File, \(name)Command and \(name)Environment can be used; leave the others out"
            reader.refuse(first, advice, costs: .profile)
        }
        return given.first
    }

    private mutating func readPlacement(_ reader: inout SettingReader) {
        guard var object = reader.object("tokenPlacement", costs: .profile) else { return }
        defer { reader.absorb(object) }
        let connectHeader = object.text("connectHeader", costs: .profile)
        let httpHeader = object.text("httpHeader", costs: .profile)
        let query = object.text("query", costs: .profile)
        let frameHeader = object.text("frameHeader", costs: .profile)
        let prefix = object.has("prefix") ? object.possiblyEmptyText("prefix") : nil
        frameToken = frameHeader.map { ConnectionSettings.FrameToken(name: $0, prefix: prefix ?? "Bearer ") }
        switch (connectHeader, httpHeader, query) {
        case (let name?, nil, nil): tokenPlacement = .connectHeader(name: name, prefix: prefix ?? "Bearer ")
        case (nil, let name?, nil): tokenPlacement = .httpHeader(name: name, prefix: prefix ?? "Bearer ")
        case (nil, nil, let name?): tokenPlacement = .query(name: name)
        case (nil, nil, nil) where frameHeader != nil:
            // CONNECT is a frame too.
            tokenPlacement = frameToken.map { .connectHeader(name: $0.name, prefix: $0.prefix) }
        default:
            reader.refuse(
                "tokenPlacement",
                "needs exactly one of connectHeader, httpHeader and query, or frameHeader",
                costs: .profile
            )
        }
    }

    private mutating func readSecurity(_ reader: inout SettingReader) {
        caFile = reader.text("caFile", costs: .profile)
        clientCertificate = reader.text("clientCertificate", costs: .profile)
        clientKey = reader.text("clientKey", costs: .profile)
        if clientKey != nil, clientCertificate == nil, !reader.has("clientCertificate") {
            reader.refuse("clientKey", "means nothing without clientCertificate; add that", costs: .profile)
        }
        isInsecure = reader.flag("insecure") ?? false
        // The empty text takes no proxy, whatever the environment says.
        proxy = reader.possiblyEmptyText("proxy", costs: .profile)
    }

    private mutating func readTiming(_ reader: inout SettingReader) {
        heartBeat = reader.durations("heartBeat", upTo: .seconds(3600)).map { (send: $0.0, receive: $0.1) }
        if var timeouts = reader.object("timeouts") {
            connectTimeout = timeouts.duration("connect")
            signInTimeout = timeouts.duration("signIn")
            receiptTimeout = timeouts.duration("receipt")
            reader.absorb(timeouts)
        }
        if var reconnect = reader.object("reconnect") {
            attemptLimit = reconnect.count("attempts", in: 1...1_000_000)
            stableAfter = reconnect.duration("stableAfter", allowsZero: true)
            reader.absorb(reconnect)
        }
        compression = reader.flag("compression") ?? true
        contentLength = reader.flag("contentLength") ?? preset?.contentLength ?? true
    }

    private mutating func readThreads(_ reader: inout SettingReader) {
        sendTo = reader.text("sendTo")
        for (path, element) in reader.elements("join") {
            switch element {
            case .text(let destination):
                threads.append(JoinedThread(destination: destination))
            case .object(var object):
                let destination = shape.rooms == nil ? object.text("destination") : threadName(&object)
                var thread = JoinedThread(destination: destination ?? "")
                thread.title = object.text("title")
                thread.sendTo = object.text("sendTo")
                thread.headers = object.namedTexts("headers").map {
                    JoinedThread.Header(name: $0.name, value: $0.value)
                }
                if destination != nil {
                    threads.append(thread)
                } else if !object.has("destination"), !object.has("room") {
                    object.refuse(path, "has no \"destination\"; add one", costs: .setting)
                }
                reader.absorb(object)
            }
        }
    }

    private mutating func readMessages(_ reader: inout SettingReader) {
        name = reader.text("name")
        body = reader.choice("bodyFormat", of: BodyForm.self) ?? .json
        if let read = Profile.fields("fields", &reader) { fields = read }
    }

    private mutating func readHistory(_ reader: inout SettingReader) {
        guard var object = reader.object("history") else { return }
        defer { reader.absorb(object) }
        if (kind ?? url.map(ServerKind.init(address:))) != .community { readServerHistory(&object) }
        guard let text = object.text("keep"), text != "all" else { return }
        guard let days = Profile.days(text) else {
            return object.refuse("keep", "must be \"all\" or a number of days or weeks, such as \"90d\" or \"52w\"")
        }
        historyKept = .seconds(days * 86_400)
    }

    /// `90d` or `12w`, up to a hundred years.
    private static func days(_ text: String) -> Int? {
        let units: [Character: Int] = ["d": 1, "w": 7]
        guard let unit = text.last.flatMap({ units[$0] }), text.count <= 6, let count = Int(text.dropLast()),
            (1...36_500).contains(count * unit)
        else { return nil }
        return count * unit
    }
}

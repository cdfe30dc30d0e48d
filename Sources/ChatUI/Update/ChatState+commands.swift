import Chat
import Terminal

// Commands to the client.
extension ChatState {
    /// Carries out a command.
    mutating func run(_ command: SlashCommand) throws(CommandMistake) -> [ChatEffect] {
        switch command {
        case .join, .leave, .create, .topic, .pin, .mute, .deleteThread, .invite, .kick, .role, .direct, .members:
            return try runOnThread(command)
        case .attach, .detach, .react, .reply, .edit, .delete, .report, .save, .retry, .discard, .takeBack:
            return try runOnMessage(command)
        case .search(let text, let everywhere):
            return openSearch(text, in: everywhere ? nil : try thread().id)
        case .threadCard:
            showThreadCard()
            return []
        case .fold(let section):
            fold(section)
            return []
        case .listWidth(let columns):
            setListWidth(columns)
            return []
        case .raw(let isRaw):
            viewRaw(isRaw)
            return []
        case .mentions: return askForList(.notifications, .listNotifications)
        case .whois(let name): return askForList(.member, .showMember(name: name))
        case .profile: return askForList(.member, .showProfile)
        case .updateProfile(let name, let part, let statusMessage):
            return ask(.updateProfile(name: name, part: part, statusMessage: statusMessage))
        case .block(let name, let blocks): return ask(.block(name: name, blocks))
        case .workspaces, .createWorkspace, .updateWorkspace, .deleteWorkspace, .inviteToWorkspace, .handOverWorkspace,
            .leaveWorkspace, .switchWorkspace:
            return try runOnWorkspace(command)
        case .logIn: return ask(.signIn)
        case .logOut: return ask(.signOut)
        case .connect(let profile): return try connect(profile)
        case .disconnect(let profile): return try disconnect(profile)
        case .reconnect: return reconnect()
        case .links: return openLinks(of: viewport.serials, opensOne: false)
        case .mouse(let on):
            setMouse(on ?? !usesMouse)
            return []
        case .watch(let isOn): return try watch(isOn)
        case .doNotDisturb(let isOn): return doNotDisturb(isOn)
        case .help:
            overlay = .help(HelpState())
            return []
        case .quit: return [.quit]
        }
    }

    /// The thread on the screen.
    func thread() throws(CommandMistake) -> ThreadState {
        guard let thread = shown else { throw CommandMistake("no thread is on the screen") }
        return thread
    }

    /// Asks for something that is shown as a list once it comes.
    private mutating func askForList(_ kind: ListKind, _ request: ChatRequest) -> [ChatEffect] {
        here.awaitedLists.insert(kind)
        return ask(request)
    }

    /// Asks the person before something that can't be undone.
    mutating func confirm(_ question: String, _ effects: [ChatEffect]) -> [ChatEffect] {
        confirmation = Confirmation(question: .init(question, lines: .single), effects: effects)
        return []
    }

    /// The most communities remembered that were taken away.
    static let departedLimit = 16

    /// What `/connect` alone means: what was taken away last, else the one profile that is not connected.
    private func absentProfile() throws(CommandMistake) -> String {
        let absent = profiles.filter { index(ofCommunity: $0) == nil }
        if let last = departed.last(where: { index(ofCommunity: $0) == nil }) { return last }
        if absent.count == 1 { return absent[0] }
        if absent.isEmpty { throw CommandMistake("there is nothing else to connect") }
        throw CommandMistake("/connect needs a profile: \(absent.prefix(8).joined(separator: ", "))")
    }

    private mutating func connect(_ named: String?) throws(CommandMistake) -> [ChatEffect] {
        let profile: String
        if let named { profile = named } else { profile = try absentProfile() }
        if let index = index(ofCommunity: profile) {
            show(Place(community: index, thread: communities[index].shown == nil ? nil : communities[index].selected))
            return []
        }
        say("connecting \(profile)…", isError: false)
        return [.connect(profile: profile)]
    }

    private func disconnect(_ profile: String?) throws(CommandMistake) -> [ChatEffect] {
        guard let profile else {
            guard communities.indices.contains(current) else { throw CommandMistake("nothing is connected") }
            return [.disconnect(community: here.id)]
        }
        guard index(ofCommunity: profile) != nil else {
            throw CommandMistake("\(profile.prefix(40)) is not connected")
        }
        return [.disconnect(community: profile)]
    }

    private mutating func runOnWorkspace(_ command: SlashCommand) throws(CommandMistake) -> [ChatEffect] {
        let workspace = here.workspaces.first { $0.id == here.workspaceID }
        let name = workspace?.name ?? "this workspace"
        if let role = workspace?.role, role != .owner {
            switch command {
            case .deleteWorkspace, .handOverWorkspace: throw CommandMistake("only the owner of \(name) can do that")
            default: break
            }
        }
        switch command {
        case .workspaces: return askForList(.workspaces, .listWorkspaces)
        case .createWorkspace(let name, let detail): return ask(.createWorkspace(name: name, detail: detail))
        case .updateWorkspace(let name, let detail): return ask(.updateWorkspace(name: name, detail: detail))
        case .deleteWorkspace:
            return confirm("delete \(name) with all its threads, for everybody?", ask(.deleteWorkspace))
        case .inviteToWorkspace(let names): return ask(.inviteToWorkspace(names: names))
        case .handOverWorkspace(let member):
            return confirm("give \(name) away to \(member)?", ask(.handOverWorkspace(name: member)))
        case .leaveWorkspace: return confirm("leave \(name)?", ask(.leaveWorkspace))
        case .switchWorkspace(let name): return ask(.switchWorkspace(name: name))
        default: return []
        }
    }
}

import Chat

extension CommandTable {
    static let threads = CommandSection(
        title: "Threads",
        forms: [
            CommandForm(
                "join",
                "[THREAD]",
                completion: [.thread],
                help: "join a thread by its title, with a broker a destination such as /topic/general; without "
                    + "an argument the one on the screen"
            ) { arguments throws(CommandMistake) in
                .join(arguments.optionalWhole)
            },
            CommandForm("leave", help: "leave the thread on the screen", .leave),
            CommandForm(
                "create",
                "TITLE [-- DESCRIPTION]",
                needs: .community,
                help: "make a new thread"
            ) { arguments throws(CommandMistake) in
                let (title, detail) = arguments.halves
                guard !title.isEmpty else { throw arguments.missing }
                return .create(title: title, detail: detail ?? "")
            },
            CommandForm(
                "topic",
                "[TITLE --] DESCRIPTION",
                needs: .community,
                help: "say what the thread is about, or give it another title too"
            ) { arguments throws(CommandMistake) in
                guard !arguments.isEmpty else { throw arguments.missing }
                let (title, detail) = arguments.halves
                guard let detail else { return .topic(title: nil, detail: title) }
                return .topic(title: title.isEmpty ? nil : title, detail: detail)
            },
            CommandForm(
                "pin",
                "[on|off]",
                needs: .community,
                completion: [.word(["on", "off"])],
                help: "keep the thread at the top of the list, or no longer"
            ) { arguments throws(CommandMistake) in
                .pin(try arguments.toggle())
            },
            CommandForm(
                "mute",
                "[on|off]",
                needs: .community,
                completion: [.word(["on", "off"])],
                help: "keep the thread quiet, or no longer"
            ) { arguments throws(CommandMistake) in
                .mute(try arguments.toggle())
            },
            CommandForm("delete-thread", needs: .community, help: "delete the thread for everybody", .deleteThread),
            CommandForm("members", needs: .community, help: "list who is in the thread", .members),
            CommandForm("info", help: "show what there is to know about the thread", .threadCard),
            CommandForm(
                "fold",
                "[pinned|direct|threads|others]",
                completion: [.word(ThreadSection.allCases.map(\.word))],
                help: "fold a section of the list, or unfold it; without an argument the thread's own"
            ) { arguments throws(CommandMistake) in
                guard !arguments.isEmpty else { return .fold(nil) }
                let word = try arguments.one()
                guard let section = ThreadSection.allCases.first(where: { $0.word == word.lowercased() }) else {
                    throw arguments.mistake("there is no section \(word.prefix(20))")
                }
                return .fold(section)
            },
            CommandForm(
                "list-width",
                "[COLUMNS]",
                help: "make the list of threads so wide, 0 hides it; without an argument as wide as its titles"
            ) { arguments throws(CommandMistake) in
                guard !arguments.isEmpty else { return .listWidth(nil) }
                guard let columns = Int(try arguments.one()), columns >= 0 else {
                    throw arguments.mistake("/list-width takes a number of columns")
                }
                return .listWidth(columns)
            },
            CommandForm(
                "invite",
                "NAME...",
                needs: .community,
                completion: [.member],
                help: "bring members into the thread"
            ) { arguments throws(CommandMistake) in
                .invite(try arguments.members())
            },
            CommandForm(
                "kick",
                "NAME",
                needs: .community,
                completion: [.member],
                help: "take a member out of the thread"
            ) { arguments throws(CommandMistake) in
                .kick(try arguments.member())
            },
            CommandForm(
                "role",
                "NAME owner|admin|member",
                needs: .community,
                completion: [.member, .word(["owner", "admin", "member"])],
                help: "give a member another role; giving owner away makes you admin"
            ) { arguments throws(CommandMistake) in
                let words = try arguments.words()
                guard let name = words.first, words.count == 2 else {
                    throw arguments.mistake("/role takes a name and a role")
                }
                guard let role = Member.Role(word: words[1]) else {
                    throw arguments.mistake("there is no role \(words[1].prefix(20))")
                }
                return .role(name.hasPrefix("@") ? String(name.dropFirst()) : name, role)
            },
            CommandForm(
                "watch",
                "[on|off]",
                completion: [.word(["on", "off"])],
                help: "be told of every message of the thread while you look elsewhere, or no longer"
            ) { arguments throws(CommandMistake) in
                .watch(try arguments.toggle())
            },
        ]
    )
}

extension Member.Role {
    /// The role with a name, in any case.
    init?(word: String) {
        guard let role = Member.Role.allCases.first(where: { $0.word == word.lowercased() }) else { return nil }
        self = role
    }

    /// Its name.
    var word: String {
        switch self {
        case .owner: "owner"
        case .admin: "admin"
        case .member: "member"
        }
    }
}

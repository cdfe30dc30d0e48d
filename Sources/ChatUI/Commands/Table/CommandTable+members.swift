import Chat

extension CommandTable {
    static let members = CommandSection(
        title: "Members",
        forms: [
            CommandForm(
                "dm",
                "NAME",
                needs: .community,
                completion: [.member],
                help: "talk to one member alone"
            ) { arguments throws(CommandMistake) in
                .direct(try arguments.member())
            },
            CommandForm(
                "whois",
                "NAME",
                needs: .community,
                completion: [.member],
                help: "show who a member is"
            ) { arguments throws(CommandMistake) in
                .whois(try arguments.member())
            },
            CommandForm(
                "profile",
                "[name|part|status TEXT]",
                needs: .community,
                completion: [.word(["name", "part", "status"]), .anything],
                help: "show your profile, or change one line of it"
            ) { arguments throws(CommandMistake) in
                if arguments.isEmpty { return .profile }
                let (field, rest) = arguments.split
                // A status may be taken away.
                if field == "status" {
                    return .updateProfile(name: nil, part: nil, statusMessage: rest.optionalWhole ?? "")
                }
                switch field {
                case "name": return .updateProfile(name: try rest.whole(), part: nil, statusMessage: nil)
                case "part": return .updateProfile(name: nil, part: rest.optionalWhole ?? "", statusMessage: nil)
                default: throw arguments.mistake("a profile has no \(field.prefix(20))")
                }
            },
            CommandForm(
                "block",
                "NAME",
                needs: .community,
                completion: [.member],
                help: "fold a member's messages and get no direct ones from them"
            ) { arguments throws(CommandMistake) in
                .block(try arguments.member(), true)
            },
            CommandForm(
                "unblock",
                "NAME",
                needs: .community,
                completion: [.member],
                help: "undo /block"
            ) { arguments throws(CommandMistake) in
                .block(try arguments.member(), false)
            },
        ]
    )

    static let workspaces = CommandSection(
        title: "Workspaces",
        forms: [
            CommandForm(
                "workspace",
                "[switch NAME | create NAME [-- DESCRIPTION] | edit [NAME] [-- DESCRIPTION] | invite NAME... | "
                    + "handover NAME | leave | delete]",
                needs: .workspaces,
                completion: [
                    .word(["switch", "create", "edit", "invite", "handover", "leave", "delete"]), .workspace,
                ],
                help: "list the workspaces, or do something with the one on the screen"
            ) { arguments throws(CommandMistake) in
                try workspace(arguments)
            }
        ]
    )

    private static func workspace(_ arguments: CommandArguments) throws(CommandMistake) -> SlashCommand {
        let (word, rest) = arguments.split
        let (name, detail) = rest.halves
        switch word {
        case "": return .workspaces
        case "switch": return .switchWorkspace(try rest.whole())
        case "create":
            guard !name.isEmpty else { throw rest.missing }
            return .createWorkspace(name: name, detail: detail ?? "")
        case "edit":
            guard !rest.isEmpty else { throw rest.missing }
            return .updateWorkspace(name: name.isEmpty ? nil : name, detail: detail)
        case "invite": return .inviteToWorkspace(try rest.members())
        case "handover": return .handOverWorkspace(try rest.member())
        case "leave":
            try rest.none()
            return .leaveWorkspace
        case "delete":
            try rest.none()
            return .deleteWorkspace
        default: throw arguments.mistake("/workspace can't \(word.prefix(20))")
        }
    }
}

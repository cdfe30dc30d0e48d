import Chat

extension CommandTable {
    static let program = CommandSection(
        title: "Program",
        forms: [
            CommandForm("login", needs: .community, help: "sign in", .logIn),
            CommandForm("logout", needs: .community, help: "sign out", .logOut),
            CommandForm(
                "connect",
                "[PROFILE]",
                completion: [.profile],
                help: "show a community beside the others; without an argument the one taken away last"
            ) { arguments throws(CommandMistake) in
                .connect(arguments.isEmpty ? nil : try arguments.one())
            },
            CommandForm(
                "disconnect",
                "[PROFILE]",
                completion: [.profile],
                help: "take a community off the screen; without an argument this one"
            ) { arguments throws(CommandMistake) in
                .disconnect(arguments.isEmpty ? nil : try arguments.one())
            },
            CommandForm("reconnect", help: "connect again now", .reconnect),
            CommandForm("links", help: "list the links and files on the screen, to open or copy one", .links),
            CommandForm(
                "mouse",
                "[on|off]",
                completion: [.word(["on", "off"])],
                help: "use the mouse in the chat, or leave it to the terminal for selecting text"
            ) { arguments throws(CommandMistake) in
                .mouse(try arguments.toggle())
            },
            CommandForm(
                "dnd",
                "[on|off]",
                completion: [.word(["on", "off"])],
                help: "do not disturb: be told of nothing, or again of what the settings say"
            ) { arguments throws(CommandMistake) in
                .doNotDisturb(try arguments.toggle())
            },
            CommandForm("help", help: "show the keys and commands", .help),
            CommandForm("quit", help: "quit", .quit),
        ]
    )
}

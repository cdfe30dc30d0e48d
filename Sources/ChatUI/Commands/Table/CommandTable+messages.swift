import Chat

extension CommandTable {
    static let messages = CommandSection(
        title: "Messages: the selected one, else the last that fits",
        forms: [
            CommandForm(
                "attach",
                "PATH...",
                needs: .community,
                completion: [.path],
                help: "send files with the next message"
            ) { arguments throws(CommandMistake) in
                let paths = try arguments.words().filter { !$0.isEmpty }
                guard !paths.isEmpty else { throw arguments.missing }
                return .attach(paths)
            },
            CommandForm("detach", needs: .community, help: "send no files with the next message", .detach),
            CommandForm(
                "react",
                "EMOJI",
                needs: .community,
                completion: [.emoji],
                help: "put an emoji under a message, or take yours away; :names: do too"
            ) { arguments throws(CommandMistake) in
                let word = try arguments.one()
                guard let emoji = EmojiNames.emoji(word) else {
                    throw CommandMistake("\(word.prefix(20)) is no emoji; names are written as :heart:")
                }
                return .react(emoji)
            },
            CommandForm(
                "reply",
                "[TEXT]",
                needs: .community,
                help: "answer a message; without a text, with what you write next"
            ) { arguments throws(CommandMistake) in
                .reply(arguments.isEmpty ? nil : arguments.text)
            },
            CommandForm(
                "edit",
                "[TEXT]",
                needs: .community,
                help: "change a message of yours; without a text, in the composer"
            ) { arguments throws(CommandMistake) in
                .edit(arguments.isEmpty ? nil : arguments.text)
            },
            CommandForm("delete", needs: .community, help: "delete a message of yours", .delete),
            CommandForm(
                "report",
                "REASON",
                needs: .community,
                help: "tell those who run the server about a message"
            ) { arguments throws(CommandMistake) in
                .report(try arguments.whole())
            },
            CommandForm(
                "save",
                "[PATH]",
                needs: .community,
                completion: [.path],
                help: "save a message's files, in the folder you started in if you name none"
            ) { arguments throws(CommandMistake) in
                .save(arguments.optionalWhole)
            },
            CommandForm("retry", help: "send this thread's failed messages again", .retry),
            CommandForm(
                "takeback",
                help: "write a failed message anew: its text comes back to the composer",
                .takeBack
            ),
            CommandForm("discard", needs: .community, help: "forget this thread's failed messages", .discard),
            CommandForm(
                "raw",
                "[on|off]",
                completion: [.word(["on", "off"])],
                help: "show messages as they were written, or with Markdown drawn again"
            ) { arguments throws(CommandMistake) in
                .raw(try arguments.toggle())
            },
            CommandForm(
                "search",
                "WORDS [from:NAME] [in:THREAD] [before:TIME] [after:TIME]",
                help: "find messages in all threads, the newest first"
            ) { arguments throws(CommandMistake) in
                .search(try arguments.line(), everywhere: true)
            },
            CommandForm(
                "find",
                "WORDS [from:NAME] [before:TIME] [after:TIME]",
                help: "find messages in this thread"
            ) { arguments throws(CommandMistake) in
                .search(try arguments.line(), everywhere: false)
            },
            CommandForm(
                "mentions",
                needs: .community,
                help: "list what concerns you: mentions, answers, invites",
                .mentions
            ),
        ]
    )
}

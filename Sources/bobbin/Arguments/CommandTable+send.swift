// What sends messages.
extension CommandTable {
    static let send = CommandDescription(
        name: .send,
        summary: "Send messages and wait until the server has them.",
        options: sendInput + sendForm + [
            OptionDescription(
                name: .timeout,
                letter: "W",
                value: .duration,
                help:
                    "End with 124 after this time, in a community without a connection with 5. Without it: 15s for one "
                    + "message; for lines of standard input 15s in which nothing is confirmed."
            ),
            OptionDescription(
                name: .queue,
                help:
                    "Keep the messages on this machine until they are sent: ends with 0 also when the server can't be "
                    + "reached, at once unless --timeout says how long to try, and a chat that is open, the next one, "
                    + "or the next send --queue sends them."
            ),
            OptionDescription(name: .dryRun, help: "Print what would be sent, and send nothing."),
            OptionDescription(
                name: .json,
                help: "Print an object for each message once the server has it, with v (1), line, part, thread, id "
                    + "(null where the server names none), clientMessageId and state (delivered, queued, dry-run)."
            ),
            OptionDescription(name: .quiet, letter: "q", help: "No notices on standard error, only errors."),
        ],
        operands: [
            CommandDescription.Operand(
                placeholder: "THREAD",
                minimum: 1,
                maximum: 1,
                help:
                    "Where to send: a broker's destination, such as /topic/lobby; in a community a thread by title or "
                    + "number."
            ),
            CommandDescription.Operand(
                placeholder: "TEXT",
                minimum: 0,
                maximum: 1,
                help: "The message. Without it each line of standard input is one, byte for byte; "
                    + "empty lines are skipped."
            ),
        ],
        notes: [
            "Messages are sent in order. The first that is not delivered ends it; standard error then says "
                + "which line that was and how many were delivered. It does not reconnect, so that nothing is sent twice; "
                + "in a community it does, since the server knows a message that it has already. A server that wants "
                + "fewer messages a second gets them more slowly.",
            "A community takes 2,000 characters (Unicode code points) a message. A longer one is refused before it is sent, "
                + "unless --split says otherwise.",
            "With --queue each message is on disk before anything is sent. What the server refuses stays, for the chat "
                + "to show.",
        ],
        examples: [
            ("bobbin send /topic/lobby 'Good morning'", "send one message"),
            ("journalctl -f | bobbin send /topic/logs", "send each line as it comes"),
            ("git diff | bobbin send --code=diff --split Tea", "send all of it as blocks of code"),
            ("bobbin send --file plan.pdf Tea 'The plan'", "send a file with a word"),
        ]
    )

    private static let sendInput: [OptionDescription] = [
        OptionDescription(name: .lines, help: "Each line of standard input is a message, as it comes; that is usual."),
        OptionDescription(name: .whole, help: "All of standard input is one message."),
    ]

    private static let sendForm: [OptionDescription] = [
        OptionDescription(
            name: .code,
            value: .optionalText(placeholder: "LANGUAGE"),
            help:
                "As a block of code, with --code=LANGUAGE of that language; standard input is one message then, unless there is --lines."
        ),
        OptionDescription(
            name: .split,
            help: "Send what is longer than 2,000 characters as several messages, cut between lines or words."
        ),
        OptionDescription(
            name: .file,
            value: .file,
            isRepeatable: true,
            help: "Send this file to a community, with or without a TEXT; may be given several times."
        ),
        OptionDescription(
            name: .replyTo,
            value: .text(placeholder: "ID"),
            help: "Answer the message with this identifier, in a community."
        ),
        OptionDescription(
            name: .contentType,
            value: .text(placeholder: "TYPE"),
            help: "The content-type header. Without it: text/plain;charset=utf-8."
        ),
        OptionDescription(
            name: .header,
            value: .pair,
            isRepeatable: true,
            help: "Add a header to each message; may be given several times."
        ),
    ]
}

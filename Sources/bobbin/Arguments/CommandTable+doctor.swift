// What looks for faults.
extension CommandTable {
    static let doctor = CommandDescription(
        name: .doctor,
        summary: "Find out what is wrong on the way to a server.",
        options: [
            OptionDescription(
                name: .json,
                help:
                    "Print an object a line, with v (1), step, result (ok, warning, failed, skipped), detail and advice."
            )
        ],
        operands: [
            CommandDescription.Operand(
                placeholder: "DESTINATION",
                minimum: 0,
                maximum: 1,
                help: "Send a message there and wait for it; in a community a thread by title or number. "
                    + "Others see it. Without it nothing is sent."
            )
        ],
        notes: [
            "Looks at files, locale, terminal and what is kept here, and walks the way: proxy, name, TCP, "
                + "TLS, WebSocket, subprotocol, "
                + "CONNECT, heart-beats, clock, in a community REST and sign-in, then a subscription and a message. "
                + "Takes some five seconds. What it prints holds no password and no token, and can go into a "
                + "report as it is.",
            "Ends with 0 when nothing failed, else with the code of the first failure.",
        ],
        examples: [
            ("bobbin doctor --url wss://broker.example.org/ws", "look at a broker"),
            ("bobbin doctor --profile work general", "send a message to a thread as well"),
        ]
    )
}

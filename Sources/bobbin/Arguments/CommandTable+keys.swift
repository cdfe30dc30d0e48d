// What helps to bind keys.
extension CommandTable {
    static let keys = CommandDescription(
        name: .keys,
        summary: "Show what keys send, are called and do.",
        common: .help,
        options: [
            OptionDescription(
                name: .list,
                help: "Print every command that a key can be bound to, with its keys, instead of waiting for keys."
            )
        ],
        notes: [
            "The names are those that the screen's keys in the configuration file are written with. A terminal that "
                + "sends nothing for a key, or the same as for another, can't be made to tell them apart here.",
            "Ctrl-C ends it.",
        ],
        examples: [
            ("bobbin keys", "press Ctrl-Left and see whether the terminal sends it"),
            ("bobbin keys --list", "find a command's name for the configuration"),
        ]
    )
}

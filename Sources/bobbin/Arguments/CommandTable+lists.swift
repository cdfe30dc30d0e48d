// What lists threads and who is in them.
extension CommandTable {
    static let threads = CommandDescription(
        name: .threads,
        summary: "List the threads of a community.",
        common: .account,
        options: [
            OptionDescription(
                name: .json,
                help:
                    "Print an object for each, with v (1), id, title, description, category, icon, joined, pinned, muted, "
                    + "direct, role, members, maxMembers, unread, workspace, url, lastSender, lastText and lastTime."
            )
        ],
        notes: [
            "Prints the number, what is unread, the members and the title of each, pinned ones first, those that were "
                + "not joined in brackets. Asks the server."
        ],
        examples: [("bobbin threads --json --profile work", "for scripts")]
    )

    static let members = CommandDescription(
        name: .members,
        summary: "List who is in a thread of a community.",
        common: .account,
        options: [
            OptionDescription(
                name: .json,
                help: "Print an object for each, with v (1), id, name, role and part."
            )
        ],
        operands: [
            CommandDescription.Operand(
                placeholder: "THREAD",
                minimum: 1,
                maximum: 1,
                help: "The thread by title or number.",
                example: "Tea"
            )
        ],
        notes: ["Asks the server. Ends with 4 when there is no such thread."],
        examples: [("bobbin members Tea", "who is here?")]
    )
}

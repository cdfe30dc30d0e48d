// The commands about what is kept on this machine, which need no network.
extension CommandTable {
    static let search = CommandDescription(
        name: .search,
        summary: "Find messages among those kept on this machine.",
        common: .stored,
        options: [
            OptionDescription(
                name: .json,
                help:
                    "Print an object for each, with v (1), id, thread, title, sender, text, time, snippet and matches: "
                    + "where in the snippet the words stand, in Unicode scalars."
            ),
            OptionDescription(name: .count, value: .count, help: "The newest so many. Without it: 50."),
        ],
        operands: [
            CommandDescription.Operand(
                placeholder: "QUERY",
                minimum: 1,
                maximum: nil,
                help: "Words that must all be there, also inside a word or a name; \"two words\" stand as they are. "
                    + "from:NAME, in:THREAD, before:TIME and after:TIME narrow it.",
                example: "'bicycle from:Ann after:7d'"
            )
        ],
        notes: [
            "Prints the newest first. A time is a day such as 2026-11-30, which means its beginning, a moment such as "
                + "2026-11-30T09:40, today, yesterday, or so long ago: 30m, 12h, 7d, 2w.",
            "Needs no network. Where not all of a thread is kept it says that the server may know more; /search in the "
                + "chat asks it. Ends with 0 also when nothing is found.",
        ],
        examples: [
            ("bobbin search '자전거 in:Tea'", "find a word in one thread"),
            ("bobbin search --json --count 1000 from:Ann after:2026-11-01", "for scripts"),
        ]
    )

    static let export = CommandDescription(
        name: .export,
        summary: "Write out what is kept of a thread on this machine.",
        common: .stored,
        options: [
            OptionDescription(
                name: .format,
                value: .choice(["jsonl", "markdown"]),
                help: "jsonl: one object a line, for programs. markdown: a document for people. Without it: jsonl."
            ),
            OptionDescription(
                name: .output,
                letter: "o",
                value: .file,
                help: "Write to this file, which is replaced once all of it is there, instead of standard output."
            ),
        ],
        operands: [thread],
        notes: [
            "Oldest first. Where messages may be missing it says so: in jsonl by an object with gap: true. "
                + "Needs no network."
        ],
        examples: [("bobbin export --format markdown -o tea.md Tea", "keep a thread to read")]
    )

    static let forget = CommandDescription(
        name: .forget,
        summary: "Delete what is kept of a thread on this machine.",
        common: .stored,
        options: [
            OptionDescription(
                name: .yes,
                letter: "y",
                help: "Don't ask; without a terminal to ask on, nothing else will do."
            )
        ],
        operands: [thread],
        notes: [
            "That is its messages, its draft, and what waits to be sent to it. The server keeps what it has, and the "
                + "chat fetches that again when the thread is opened."
        ],
        examples: [("bobbin forget Tea", "delete a thread here, after a yes")]
    )

    private static let thread = CommandDescription.Operand(
        placeholder: "THREAD",
        minimum: 1,
        maximum: 1,
        help: "The thread by title or number; with a broker its destination.",
        example: "Tea"
    )
}

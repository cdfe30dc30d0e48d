import Headless

// What prints threads as lines.
extension CommandTable {
    static let tail = CommandDescription(
        name: .tail,
        summary: "Print the messages of threads, one a line.",
        options: tailRange + tailEnds + tailFilters + tailForms + tailUse,
        operands: [
            CommandDescription.Operand(
                placeholder: "THREAD",
                minimum: 0,
                maximum: nil,
                help: "A thread to print: a broker's destination, a community's thread by title or number. "
                    + "With several each line names its thread."
            )
        ],
        notes: [
            "Messages go to standard output, each as soon as it is there, everything else to standard error; standard "
                + "input is not read. Ends with 0 at once when the reader of its output goes away. Comes back by "
                + "itself when the connection is lost: in a community with what was missed, with a broker saying "
                + "where messages may be missing.",
            "Without an option about the past it prints what comes from now on. The past of a community is asked of the "
                + "server, that of a stream of the broker, that of a room of the API that the profile names; of a broker's "
                + "other threads it is what the chat has kept on this machine. In a stream an ID is an offset. A TIME is RFC 3339 "
                + "(2026-11-30T09:40:00+01:00; without an offset the clock of --tz, a day alone its beginning), HH:MM "
                + "today, now, today, yesterday, -5m (s, m, h, d, w) for so long ago, or seconds since 1970.",
            "An RE is a regular expression: . [] [^] [[:alpha:]] \\d \\w \\s \\b ^ $ () | * + ? {m,n}. It is looked for in "
                + "the text, takes time that grows with the text alone, and ignores case unless it has a capital letter.",
            "Line breaks in a message are printed as \\n, control and direction characters as ^[, <9B> or <RLO>; cat "
                + "prints raw bytes unless it prints to a terminal. Objects of JSON have v (1), type (message, edit, delete, reactions, gap), and "
                + "what is known of id or target, thread, title, sender, senderId, text, time, kind, mentions, mentionsMe, "
                + "replyTo, files, reactions, editedAt, clientMessageId and offset. They only ever grow.",
        ],
        examples: [
            ("bobbin tail Tea", "follow a thread"),
            ("bobbin tail -n 20 --time local Tea Coffee", "two threads, with the last 20 messages of each"),
            ("bobbin tail --no-follow --since yesterday -o json --all", "what was said since yesterday, for scripts"),
            ("bobbin tail --cursor-file seen --no-follow Tea >> log", "from cron: each message once"),
            ("bobbin tail --until-match 'deployed|failed' --timeout 30m Deploys", "wait for a word"),
            ("bobbin tail Tea --mention --exec notify-send Bobbin", "run a command for each message"),
        ]
    )

    private static let tailRange: [OptionDescription] = [
        OptionDescription(
            name: .all,
            help: "All threads of the community that were joined, also those that are joined later."
        ),
        OptionDescription(
            name: .last,
            letter: "n",
            value: .text(placeholder: "N|all|+ID"),
            help: "First the newest N messages of each thread, all, or those from the identifier ID on; oldest first."
        ),
        OptionDescription(
            name: .since,
            value: .text(placeholder: "TIME"),
            help: "First what was written at this time or later."
        ),
        OptionDescription(
            name: .until,
            value: .text(placeholder: "TIME"),
            help: "Nothing that is written at this time or later; ends then with 0."
        ),
        OptionDescription(
            name: .after,
            value: .text(placeholder: "ID"),
            help: "First what was written behind the message with this identifier."
        ),
        OptionDescription(
            name: .cursorFile,
            value: .file,
            help:
                "Go on behind the last message that an earlier run with this file printed, each exactly once; the other "
                + "options about the past count for the first run. It is replaced after each line. Not for a broker's queues "
                + "and topics, whose past nobody keeps."
        ),
        OptionDescription(name: .follow, letter: "f", help: "Go on with what is written from now on; that is usual."),
        OptionDescription(
            name: .noFollow,
            letter: "e",
            help:
                "End with 0 behind the message that is the newest at the start. Without another option about the past: "
                + "the last \(TailRange.usualCount)."
        ),
    ]

    private static let tailEnds: [OptionDescription] = [
        OptionDescription(
            name: .count,
            letter: "c",
            value: .count,
            help: "End with 0 after this many messages, filtered ones not counted."
        ),
        OptionDescription(name: .timeout, letter: "W", value: .duration, help: "End with 124 after this time."),
        OptionDescription(name: .idle, value: .duration, help: "End with 124 when nothing was printed for this time."),
        OptionDescription(
            name: .untilMatch,
            value: .text(placeholder: "RE"),
            help: "End with 0 behind the first message in whose text this occurs, and with 1 when it ends without one."
        ),
        OptionDescription(name: .sigintOK, help: "End with 0 by SIGINT and SIGTERM."),
    ]

    private static let tailFilters: [OptionDescription] = [
        OptionDescription(
            name: .grep,
            value: .text(placeholder: "RE"),
            isRepeatable: true,
            help: "Only messages in whose text this occurs; of several one must."
        ),
        OptionDescription(name: .ignoreCase, letter: "i", help: "Capital letters in an RE mean small ones as well."),
        OptionDescription(name: .caseSensitive, help: "Small letters in an RE mean only those."),
        OptionDescription(name: .invertMatch, help: "With --grep only messages in whose text none of them occurs."),
        OptionDescription(
            name: .exclude,
            value: .text(placeholder: "RE"),
            isRepeatable: true,
            help: "No messages in whose text this occurs; may be given several times."
        ),
        OptionDescription(
            name: .from,
            value: .text(placeholder: "NAME"),
            isRepeatable: true,
            help: "Only what this one wrote, by name or identifier; may be given several times."
        ),
        OptionDescription(name: .mention, help: "Only messages that mention you."),
        OptionDescription(
            name: .type,
            value: .text(placeholder: "TYPE"),
            isRepeatable: true,
            help: "Only these, parted by commas: \(EntryKind.words). Without it: messages, in JSON everything."
        ),
    ]

    private static let tailForms: [OptionDescription] = [
        OptionDescription(
            name: .output,
            letter: "o",
            value: .choice(TailArguments.formats),
            help: "text: time, sender and text. short-iso: the same, always with date and offset. cat: the text alone. "
                + "json: one object a line. json-seq: the same as RFC 7464 has it. template: as --template says. "
                + "Without it: text."
        ),
        OptionDescription(
            name: .template,
            value: .text(placeholder: "TEXT"),
            help: "Print this for each, with fields of JSON in it, as in '{time} {sender}: {text}'."
        ),
        OptionDescription(
            name: .fields,
            value: .text(placeholder: "NAMES"),
            help: "Only these fields of JSON, parted by commas, in this order; null where there is nothing."
        ),
        OptionDescription(
            name: .time,
            value: .choice(TimeStyle.allCases.map(\.rawValue)),
            help: "How times are printed. Without it: local on a terminal, else iso."
        ),
        OptionDescription(
            name: .tz,
            value: .text(placeholder: "ZONE"),
            help: "The time zone, such as Europe/Berlin, UTC or +09:00, in place of that of this machine."
        ),
        OptionDescription(
            name: .color,
            value: .choice(LineColors.allCases.map(\.rawValue)),
            help: "Colours in text. Without it: auto, which is on a terminal and without NO_COLOR."
        ),
        OptionDescription(name: .wrap, help: "Lines of a message are lines, all but the first indented."),
        OptionDescription(
            name: .frames,
            help: "Print every STOMP frame, > for sent and < for received, instead of messages; "
                + "passwords and tokens are masked."
        ),
        OptionDescription(name: .raw, help: "Print the body of every MESSAGE frame as it came, whatever it is."),
        OptionDescription(name: .mark, help: "Write --- live --- to standard error between the past and what comes."),
        OptionDescription(name: .quiet, letter: "q", help: "No notices on standard error, only errors."),
    ]

    private static let tailUse: [OptionDescription] = [
        OptionDescription(
            name: .drop,
            help: "Drop what a slow reader does not take, and say how many, instead of waiting for it."
        ),
        OptionDescription(
            name: .exec,
            value: .command,
            help:
                "Run this for each message instead of printing it, with the message as JSON on standard input. All words "
                + "behind it belong to it as they are; no shell reads them."
        ),
        OptionDescription(
            name: .execJobs,
            value: .count,
            help: "So many of them at once; put it before --exec. Without it: 1, one after the other."
        ),
    ]
}

extension EntryKind {
    fileprivate static var words: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

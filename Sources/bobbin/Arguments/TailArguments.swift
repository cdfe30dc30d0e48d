import Chat
import Headless

/// What `bobbin tail` takes.
struct TailArguments: Sendable, Equatable {
    /// The words for `--output`.
    static let formats = TailFormat.allCases.filter { !$0.isWire }.map(\.rawValue)

    var destinations: [String]
    var takesAll = false
    var format: TailFormat
    var range = TailRange()
    var cursorFile: String?
    var count: Int?
    var timeout: Duration?
    var idle: Duration?
    var match: Pattern?
    var filter = EntryFilter()
    var template: LineTemplate?
    var fields: [EntryField]?
    var timeStyle: TimeStyle?
    /// A zone's name, or its distance from UTC.
    var zone: String?
    var color = LineColors.auto
    var isWrapped = false
    var marksLive = false
    var drops = false
    /// A program and its arguments.
    var command: [String]?
    var commandLimit = 1
    var endsWellBySignal = false
    var isQuiet = false
}

/// When there are colours.
enum LineColors: String, Sendable, CaseIterable {
    case auto, always, never
}

extension TailArguments {
    init(_ parsed: ParsedArguments) throws(UsageError) {
        try TailArguments.check(parsed)
        let template = try TailArguments.template(parsed)
        self.init(
            destinations: try TailArguments.destinations(parsed),
            takesAll: parsed.has(.all),
            format: TailArguments.format(parsed, hasTemplate: template != nil),
            range: try TailArguments.range(parsed),
            cursorFile: parsed[.cursorFile],
            count: parsed[.count].flatMap(Int.init),
            timeout: parsed[.timeout].flatMap(DurationText.parse),
            idle: parsed[.idle].flatMap(DurationText.parse),
            match: try TailArguments.patterns(parsed, .untilMatch).last,
            filter: try TailArguments.filter(parsed),
            template: template,
            fields: try TailArguments.fields(parsed),
            timeStyle: parsed[.time].flatMap(TimeStyle.init),
            zone: parsed[.tz],
            color: parsed[.color].flatMap(LineColors.init) ?? .auto,
            isWrapped: parsed.has(.wrap),
            marksLive: parsed.has(.mark),
            drops: parsed.has(.drop),
            command: parsed.options[.exec],
            commandLimit: parsed[.execJobs].flatMap(Int.init) ?? 1,
            endsWellBySignal: parsed.has(.sigintOK),
            isQuiet: parsed.has(.quiet)
        )
    }

    // MARK: What goes together

    private static func check(_ parsed: ParsedArguments) throws(UsageError) {
        let exclusions: [(OptionDescription.Name, [OptionDescription.Name])] = [
            (.follow, [.noFollow]), (.ignoreCase, [.caseSensitive]), (.drop, [.cursorFile, .exec]),
            (.template, [.fields]),
            (.exec, [.output, .template, .fields, .time, .color, .wrap, .frames, .raw]),
        ]
        for (name, others) in exclusions where parsed.has(name) {
            if let other = others.first(where: parsed.has) { throw exclusion(name, other) }
        }
        for name in [OptionDescription.Name.frames, .raw] where parsed.has(name) {
            if parsed.has(.output) { throw error("--\(name.rawValue) has its own form; leave --output out") }
            if let other = wireless.first(where: parsed.has) { throw exclusion(name, other) }
        }
        if parsed.has(.frames), parsed.has(.raw) { throw exclusion(.frames, .raw) }
        let needs: [(OptionDescription.Name, OptionDescription.Name)] = [(.invertMatch, .grep), (.execJobs, .exec)]
        for (name, other) in needs where parsed.has(name) && !parsed.has(other) {
            throw error("--\(name.rawValue) means nothing without --\(other.rawValue)")
        }
        if parsed.has(.cursorFile), let jobs = parsed[.execJobs], jobs != "1" {
            throw error("with --cursor-file commands run one after the other; leave --exec-jobs out")
        }
    }

    /// What means nothing to frames.
    private static let wireless: [OptionDescription.Name] = [
        .last, .since, .until, .after, .cursorFile, .noFollow, .untilMatch, .grep, .exclude, .from, .mention, .type,
        .template, .fields, .time, .wrap, .mark,
    ]

    private static func exclusion(_ name: OptionDescription.Name, _ other: OptionDescription.Name) -> UsageError {
        error("--\(name.rawValue) and --\(other.rawValue) exclude each other; leave one out")
    }

    private static func error(_ sentence: String) -> UsageError { UsageError(sentence, in: .tail) }

    // MARK: Parts

    private static func destinations(_ parsed: ParsedArguments) throws(UsageError) -> [String] {
        if parsed.operands.contains("") { throw error("a THREAD is empty") }
        if parsed.has(.all) {
            guard let extra = parsed.operands.first else { return [] }
            throw error("--all means \(Printable(extra)) too; leave one out")
        }
        if parsed.operands.isEmpty { throw error("bobbin tail lacks a THREAD, such as /topic/lobby; or write --all") }
        var names: Set<String> = []
        if let twice = parsed.operands.first(where: { !names.insert($0).inserted }) {
            throw error("\(Printable(twice)) is there twice; leave one out")
        }
        return parsed.operands
    }

    private static func format(_ parsed: ParsedArguments, hasTemplate: Bool) -> TailFormat {
        if parsed.has(.frames) { return .frames }
        if parsed.has(.raw) { return .raw }
        return parsed[.output].flatMap(TailFormat.init) ?? (hasTemplate ? .template : .text)
    }

    private static func template(_ parsed: ParsedArguments) throws(UsageError) -> LineTemplate? {
        guard let text = parsed[.template] else {
            if parsed[.output] == TailFormat.template.rawValue { throw error("-o template lacks its --template") }
            return nil
        }
        if let output = parsed[.output], output != TailFormat.template.rawValue {
            throw error("--template is not for -o \(output); leave one out")
        }
        do throws(LineTemplate.Fault) {
            return try LineTemplate(text)
        } catch {
            throw UsageError("--template \(Printable(text)) \(error.problem)", in: .tail)
        }
    }

    private static func fields(_ parsed: ParsedArguments) throws(UsageError) -> [EntryField]? {
        guard let names = parsed[.fields] else { return nil }
        guard let output = parsed[.output], output.hasPrefix("json") else {
            throw error("--fields are those of JSON; add -o json")
        }
        var fields: [EntryField] = []
        for name in names.split(separator: ",") {
            guard let field = EntryField(rawValue: String(name)) else {
                let known = EntryField.allCases.map(\.rawValue)
                let advice = NearestName.of(String(name), in: known).map { "did you mean \($0)?" }
                throw error(
                    "there is no field \(Printable(String(name))); \(advice ?? "there are \(known.joined(separator: ", "))")"
                )
            }
            guard !fields.contains(field) else { throw error("--fields has \(field.rawValue) twice") }
            fields.append(field)
        }
        guard !fields.isEmpty else { throw error("--fields is empty; name one, such as id,text") }
        return fields
    }

    private static func range(_ parsed: ParsedArguments) throws(UsageError) -> TailRange {
        TailRange(
            last: try last(parsed[.last]),
            since: try moment(parsed, .since),
            until: try moment(parsed, .until),
            after: parsed[.after],
            follows: !parsed.has(.noFollow)
        )
    }

    private static func last(_ text: String?) throws(UsageError) -> TailRange.Last? {
        guard let text else { return nil }
        if text == "all" { return .all }
        if text.hasPrefix("+"), text.count > 1 { return .from(id: String(text.dropFirst())) }
        guard let count = Int(text), count >= 0 else {
            throw error("--last \(Printable(text)) is no number, nor all, nor +ID")
        }
        return .count(count)
    }

    private static func moment(
        _ parsed: ParsedArguments,
        _ name: OptionDescription.Name
    ) throws(UsageError) -> Moment? {
        guard let text = parsed[name] else { return nil }
        guard let moment = Moment(text) else {
            throw error(
                "--\(name.rawValue) \(Printable(text)) is no time; write it like 2026-11-30T09:40, 09:40, yesterday or -5m"
            )
        }
        return moment
    }

    private static func filter(_ parsed: ParsedArguments) throws(UsageError) -> EntryFilter {
        EntryFilter(
            patterns: try patterns(parsed, .grep),
            isInverted: parsed.has(.invertMatch),
            exclusions: try patterns(parsed, .exclude),
            senders: parsed.options[.from] ?? [],
            mentionsMe: parsed.has(.mention),
            kinds: try kinds(parsed)
        )
    }

    private static func kinds(_ parsed: ParsedArguments) throws(UsageError) -> [EntryKind] {
        guard parsed.has(.type) else { return [] }
        var kinds: [EntryKind] = []
        for word in (parsed.options[.type] ?? []).flatMap({ $0.split(separator: ",").map(String.init) }) {
            guard let kind = EntryKind(rawValue: word) else {
                let known = EntryKind.allCases.map(\.rawValue).joined(separator: ", ")
                throw error("--type \(Printable(word)) is unknown; choose \(known)")
            }
            kinds.append(kind)
        }
        guard !kinds.isEmpty else { throw error("--type is empty; name one, such as message") }
        return kinds
    }

    private static func patterns(
        _ parsed: ParsedArguments,
        _ name: OptionDescription.Name
    ) throws(UsageError) -> [Pattern] {
        let ignoresCase: Bool? = parsed.has(.ignoreCase) ? true : parsed.has(.caseSensitive) ? false : nil
        var patterns: [Pattern] = []
        for text in parsed.options[name] ?? [] {
            do throws(PatternError) {
                patterns.append(try Pattern(text, ignoresCase: ignoresCase))
            } catch {
                throw UsageError("--\(name.rawValue) \(Printable(text)) \(error.problem)", in: .tail)
            }
        }
        return patterns
    }
}

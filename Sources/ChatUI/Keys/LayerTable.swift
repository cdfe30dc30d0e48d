import Terminal

/// Which keys do what in what lies over the screen, in the words of the help. Whatever is bound is documented here, and
/// the other way round.
enum LayerTable {
    struct Binding: Sendable {
        let keys: [Key]
        let command: LayerCommand
        /// What they do, for the help.
        let help: SafeText

        init(_ keys: [Key], _ command: LayerCommand, _ help: SafeText) {
            self.keys = keys
            self.command = command
            self.help = help
        }

        /// The keys by name; a row of digits by its ends.
        var label: SafeText {
            guard let first = keys.first?.label, let last = keys.last?.label else { return "" }
            if keys.count > 4 { return "\(first) to \(last)" }
            return keys.dropFirst().reduce(first) { "\($0), \($1.label)" }
        }
    }

    /// Bindings that some layers have in common.
    struct Section: Sendable {
        let title: SafeText
        let layers: Set<KeyLayer>
        let bindings: [Binding]
    }

    static let sections = [lists, links, choosing, help, questions, choices, confirming]

    private static let lists = Section(
        title: "In a list",
        layers: [.list, .links],
        bindings: [
            Binding([.named(.up), .character("k")], .up, "row above"),
            Binding([.named(.down), .character("j"), .named(.tab)], .down, "row below"),
            Binding([.named(.home), .character("g")], .first, "first row"),
            Binding([.named(.end), .character("G")], .last, "last row"),
            Binding([.named(.pageUp)], .pageUp, "page up"),
            Binding([.named(.pageDown), .character(" ")], .pageDown, "page down"),
            Binding([.named(.enter)], .take, "show, open or go to what is marked"),
            Binding([.named(.escape), .character("q")], .close, "close it; so does a letter that means nothing here"),
        ]
    )

    private static let links = Section(
        title: "In the list of links",
        layers: [.links],
        bindings: [
            Binding(
                "1234567890".map { .character($0) },
                .number,
                "open the link with this number; of several digits all"
            ),
            Binding([.character("y"), .character("c")], .copy, "copy the link that is marked"),
        ]
    )

    private static let choosing = Section(
        title: "Choosing by letters, and searching",
        layers: [.picker, .search],
        bindings: [
            Binding([.named(.up), .named(.backTab)], .up, "the one above"),
            Binding([.named(.down), .named(.tab)], .down, "the one below"),
            Binding([.named(.pageUp)], .pageUp, "page up"),
            Binding([.named(.pageDown)], .pageDown, "page down"),
            Binding([.named(.enter)], .take, "look for what is typed; then take what is marked"),
            Binding([.named(.escape)], .close, "close it"),
        ]
    )

    private static let help = Section(
        title: "In this help",
        layers: [.help],
        bindings: [
            Binding([.named(.up)], .up, "row up; letters find what they stand in"),
            Binding([.named(.down)], .down, "row down"),
            Binding([.named(.pageUp)], .pageUp, "page up"),
            Binding([.named(.pageDown)], .pageDown, "page down"),
            Binding([.named(.home)], .first, "to the top"),
            Binding([.named(.end)], .last, "to the end"),
            Binding([.named(.enter)], .take, "close it"),
            Binding([.named(.escape)], .close, "show all again; then close it"),
        ]
    )

    private static let questions = Section(
        title: "When something is asked",
        layers: [.choices, .answer, .dialog],
        bindings: [
            Binding([.named(.enter)], .take, "answer; close what only tells something"),
            Binding([.named(.escape)], .close, "give up"),
        ]
    )

    private static let choices = Section(
        title: "When there are several answers",
        layers: [.choices],
        bindings: [
            Binding([.named(.up), .named(.backTab)], .up, "the answer above"),
            Binding([.named(.down), .named(.tab)], .down, "the answer below"),
            Binding(
                "123456789".map { .character($0) },
                .number,
                "the answer with this number; a letter takes what begins so"
            ),
        ]
    )

    private static let confirming = Section(
        title: "When a yes is wanted",
        layers: [.confirmation],
        bindings: [
            Binding([.character("y"), .character("Y")], .confirm, "do it; any other key leaves it as it is")
        ]
    )

    /// What is bound in each layer. Where a question waits for something else there is nothing but to give up.
    static let commands: [KeyLayer: [Key: LayerCommand]] = {
        var commands: [KeyLayer: [Key: LayerCommand]] = [
            .waiting: [.named(.escape): .close, .character("q"): .close]
        ]
        for section in sections {
            for layer in section.layers {
                for binding in section.bindings {
                    for key in binding.keys { commands[layer, default: [:]][key] = binding.command }
                }
            }
        }
        return commands
    }()
}

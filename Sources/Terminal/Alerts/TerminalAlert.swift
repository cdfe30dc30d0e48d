/// Something that a terminal tells its person beside the screen.
public struct TerminalAlert: Sendable, Equatable {
    /// How a terminal is asked to.
    public enum Way: String, Sendable, CaseIterable {
        /// BEL: a sound, a mark on the window or on the pane of tmux.
        case bell
        /// `OSC 9`, of iTerm2, WezTerm, Windows Terminal and others: one text.
        case osc9
        /// `OSC 777`, of rxvt, foot, VTE and others: a title and a text.
        case osc777
        /// `OSC 99`, of kitty: a title and a text, taken away again once it is read.
        case osc99
    }

    /// Tells it from others; letters and digits alone.
    public let id: String
    public let title: SafeText
    public let body: SafeText

    /// The most columns of a body: none of the ways takes long texts.
    private static let longest = 200

    /// Makes an alert; a long body is cut.
    public init(id: String, title: SafeText, body: SafeText) {
        self.id = id
        self.title = title
        self.body = body.truncated(to: TerminalAlert.longest)
    }

    /// What is written to the terminal; nothing of it moves the cursor.
    func sequence(_ way: Way) -> String {
        switch way {
        case .bell: "\u{7}"
        // A text that begins with a number may mean something else, as progress does.
        case .osc9: "\u{1B}]9;\(title.text.hasDigitFirst ? "· " : "")\(title): \(body)\u{7}"
        case .osc777:
            "\u{1B}]777;notify;\(title.text.replacing(";", with: ","));\(body.text.replacing(";", with: ","))\u{7}"
        case .osc99:
            "\u{1B}]99;i=\(id):d=0;\(title)\u{1B}\\" + "\u{1B}]99;i=\(id):p=body;\(body)\u{1B}\\"
        }
    }

    /// What takes an alert away; nil for ways that can't.
    static func withdrawal(of id: String, _ way: Way) -> String? {
        way == .osc99 ? "\u{1B}]99;i=\(id):p=close;\u{1B}\\" : nil
    }

    /// The sequence as tmux hands it on to the terminal it is shown on, where `allow-passthrough` lets it.
    static func throughTmux(_ sequence: String) -> String {
        "\u{1B}Ptmux;\(sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}"))\u{1B}\\"
    }
}

extension String {
    fileprivate var hasDigitFirst: Bool { utf8.first.map { (0x30...0x39).contains($0) } ?? false }
}

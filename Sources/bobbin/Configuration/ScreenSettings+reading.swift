import ChatUI
import Terminal

extension ScreenSettings {
    /// Reads the `screen` object; what can't be used ends up among the reader's problems and stays as it is by itself.
    init(_ reader: inout SettingReader) {
        self.init()
        usesMouse = reader.flag("mouse") ?? usesMouse
        if let choice = reader.choice("background", of: BackgroundChoice.self) { shade = choice.shade }
        if let choice = reader.choice("colors", of: ColorChoice.self) { colors = choice.depth }
        if let choice = reader.choice("emoji", of: EmojiChoice.self) { reading.emoji = choice.form }
        reading.drawsMarkdown = reader.flag("markdown") ?? reading.drawsMarkdown
        reading.tellsLinks = reader.flag("links") ?? reading.tellsLinks
        reading.showsMembers = reader.flag("members") ?? reading.showsMembers
        readTheme(&reader)
        readLayout(&reader)
        readKeys("keys", in: .writing, &reader)
        readKeys("messageKeys", in: .selecting, &reader)
    }

    /// Keys by name, with the names of commands; null takes a key's command away.
    private mutating func readKeys(_ name: String, in place: KeyBindings.Place, _ reader: inout SettingReader) {
        guard var object = reader.object(name) else { return }
        for key in object.names {
            let command = object.text(key)
            if command == nil, object.has(key) { continue }
            do throws(KeyBindings.Fault) {
                try keys.bind(key, to: command, in: place)
            } catch {
                var problem = error.problem
                if case .noCommand(let word) = error {
                    let near = NearestName.of(word, in: KeyBindings.commands)
                    problem += near.map { "; did you mean \"\($0)\"?" } ?? "; bobbin keys --list has them all"
                }
                object.refuse(key, problem)
            }
        }
        reader.absorb(object)
    }

    private mutating func readTheme(_ reader: inout SettingReader) {
        guard var object = reader.object("theme") else { return }
        for part in ThemePart.allCases {
            guard let text = object.text(part.rawValue) else { continue }
            do throws(LooksFault) {
                theme.looks[part] = try Style(looks: text)
            } catch {
                object.refuse(part.rawValue, error.problem)
            }
        }
        for word in object.texts("senders") ?? [] {
            guard theme.senders.count < ThemeSettings.senderLimit else {
                object.refuse("senders", "has more than \(ThemeSettings.senderLimit) colours; leave some out")
                break
            }
            if let color = Style.Color(word) {
                theme.senders.append(color)
            } else {
                object.refuse("senders", LooksFault(word: word).problem)
            }
        }
        reader.absorb(object)
    }

    private mutating func readLayout(_ reader: inout SettingReader) {
        guard var object = reader.object("layout") else { return }
        layout.sidebarWidth = object.count("list", in: 0...80)
        layout.sidebarFrom = object.count("listFrom", in: 20...1000) ?? layout.sidebarFrom
        layout.composerShare = object.count("composerShare", in: 2...10) ?? layout.composerShare
        reader.absorb(object)
    }
}

private enum BackgroundChoice: String, CaseIterable {
    case auto, light, dark

    var shade: Shade? {
        switch self {
        case .auto: nil
        case .light: .light
        case .dark: .dark
        }
    }
}

private enum EmojiChoice: String, CaseIterable {
    case safe, modern, text

    var form: EmojiForm {
        switch self {
        case .safe: .safe
        case .modern: .modern(.all)
        case .text: .text
        }
    }
}

private enum ColorChoice: String, CaseIterable {
    case auto, none, sixteen = "16", palette = "256", full = "true"

    var depth: ColorDepth? { ColorDepth(rawValue: rawValue) }
}

import ChatUI
import Terminal

extension NotificationSettings {
    /// Reads the `notifications` object; what can't be used ends up among the reader's problems and stays as it is by
    /// itself.
    init(_ reader: inout SettingReader) {
        self.init()
        readWays(&reader)
        command = reader.texts("command") ?? []
        moment = reader.choice("when", of: Moment.self) ?? moment
        mentions = reader.flag("mentions") ?? mentions
        direct = reader.flag("direct") ?? direct
        watched = reader.texts("watch", allowsNone: true) ?? []
        hidesContent = reader.flag("hideContent") ?? hidesContent
        doesNotDisturb = reader.flag("doNotDisturb") ?? doesNotDisturb
        if let text = reader.text("quietHours") {
            quietHours = QuietHours(text)
            if quietHours == nil {
                reader.refuse("quietHours", "must be two times of the day, such as \"22:00-07:30\"")
            }
        }
    }

    private mutating func readWays(_ reader: inout SettingReader) {
        guard let words = reader.texts("ways", allowsNone: true) else { return }
        ways = []
        for word in words {
            if let way = TerminalAlert.Way(rawValue: word) {
                if !ways.contains(way) { ways.append(way) }
            } else {
                let all = TerminalAlert.Way.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
                reader.refuse("ways", "can hold \(all), and not \(Printable(word))")
            }
        }
    }
}

import Chat
import Glibc

/// A time zone as a person names it: a name of the time zone database, or a distance from UTC.
struct ZoneName {
    private enum Kind {
        case fixed(secondsEast: Int)
        case named(String)
    }

    private let kind: Kind

    /// Nil for what is no zone here.
    init?(_ text: String) {
        if let seconds = ZoneName.distance(text) {
            kind = .fixed(secondsEast: seconds)
        } else if text.uppercased() == "UTC" || text == "Z" {
            kind = .fixed(secondsEast: 0)
        } else {
            guard ZoneName.isKnown(text) else { return nil }
            kind = .named(text)
        }
    }

    /// Makes it the zone of this process; to be called before any thread asks for a local time.
    func adopt() -> Zone {
        switch kind {
        case .fixed(let seconds): return .fixed(secondsEast: seconds)
        case .named(let name):
            setenv("TZ", ":\(name)", 1)
            tzset()
            return .system
        }
    }

    /// `+09:00`, `-0330`, `+9`.
    private static func distance(_ text: String) -> Int? {
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let digits = text.dropFirst().filter { $0 != ":" }
        guard (1...4).contains(digits.count), digits.count != 3, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(digits)
        else { return nil }
        let (hours, minutes) = digits.count == 4 ? (number / 100, number % 100) : (number, 0)
        guard hours <= 18, minutes < 60 else { return nil }
        return (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    private static func isKnown(_ name: String) -> Bool {
        guard !name.isEmpty, name.first != "/", !name.split(separator: "/").contains("..") else { return false }
        let folder = getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
        var status = stat()
        return stat("\(folder)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}

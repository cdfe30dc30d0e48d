import Glibc

/// The user's time zone by its IANA name, which libc keeps to itself.
package enum LocalTimeZone {
    /// From `TZ`, else from where `/etc/localtime` leads, else UTC.
    package static var name: String {
        if let variable = getenv("TZ") {
            let text = String(cString: variable)
            let name = String(text.drop { $0 == ":" })
            if isName(name) { return name }
        }
        var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = target.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                characters.baseAddress.map { readlink("/etc/localtime", $0, characters.count) } ?? 0
            }
        }
        let path = String(decoding: target.prefix(max(0, count)), as: UTF8.self)
        guard let start = path.firstRange(of: "zoneinfo/")?.upperBound else { return "UTC" }
        let name = String(path[start...])
        return isName(name) ? name : "UTC"
    }

    /// `Asia/Seoul`, and not a rule like `KST-9`, which means nothing to a server.
    private static func isName(_ text: String) -> Bool {
        (text.contains("/") || text == "UTC") && !text.hasPrefix("/")
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}

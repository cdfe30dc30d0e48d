/// The server's place in a URL, for a sentence: host and port, without what may be secret.
struct Address: CustomStringConvertible {
    let description: String
    let path: String

    init(_ url: String) {
        let rest = url.firstIndex(of: ":").map { url[$0...].drop { $0 == ":" || $0 == "/" } } ?? Substring(url)
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let place = authority.split(separator: "@").last.map(String.init) ?? ""
        description = place.isEmpty ? "the server" : ForeignText(place).description
        let after = rest.dropFirst(authority.count).prefix { $0 != "?" && $0 != "#" }
        path = after.isEmpty ? "/" : ForeignText(String(after)).description
    }
}

import FoundationEssentials
import Testing

extension URL {
    /// The same address under another scheme.
    func with(scheme: String) throws -> URL {
        var components = try #require(URLComponents(url: self, resolvingAgainstBaseURL: false))
        components.scheme = scheme
        return try #require(components.url)
    }
}

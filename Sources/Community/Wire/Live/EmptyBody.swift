/// The body `{}`.
package struct EmptyBody: Codable, Sendable, Hashable {
    package init() {}
}

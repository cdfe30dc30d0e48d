// Whatever prints or dumps a pair must not give the tokens away.
extension TokenPair: CustomStringConvertible, CustomReflectable {
    /// Says that there are tokens, not which.
    public var description: String { refresh == nil ? "an access token" : "an access and a refresh token" }
    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

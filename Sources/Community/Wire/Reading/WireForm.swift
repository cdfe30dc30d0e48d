/// How integers and numeric identifiers are written.
package enum WireForm: Sendable {
    /// As numbers: requests and STOMP bodies.
    case numbers
    /// As strings: the server's answers over REST.
    case strings

    static let key = CodingUserInfoKey(rawValue: "bobbin.wire.form")
}

extension Encoder {
    /// The form chosen for this text; numbers unless said otherwise.
    var wireForm: WireForm {
        guard let key = WireForm.key, let form = userInfo[key] as? WireForm else { return .numbers }
        return form
    }
}

/// The body of a call, a value of its own.
package protocol EndpointBody: Sendable {
    /// The media type; nil where nothing is sent.
    static var contentType: String? { get }
    /// What is sent.
    func bytes() throws(WireFault) -> [UInt8]
}

/// The body of calls that have none.
package struct NoBody: EndpointBody {
    package static var contentType: String? { nil }
    package func bytes() -> [UInt8] { [] }
    package init() {}
}

/// A body sent as JSON, numbers as numbers.
package protocol JSONBody: EndpointBody, Encodable {}

extension JSONBody {
    package static var contentType: String? { "application/json; charset=utf-8" }
    package func bytes() throws(WireFault) -> [UInt8] { try WireJSON.write(self, form: .numbers) }
}

extension SignUpBody: JSONBody {}
extension LoginBody: JSONBody {}
extension RequestCodeBody: JSONBody {}
extension VerifyCodeBody: JSONBody {}
extension CodeLoginBody: JSONBody {}
extension RefreshBody: JSONBody {}
extension LogoutBody: JSONBody {}
extension UpdateProfileBody: JSONBody {}
extension CreateThreadBody: JSONBody {}
extension UpdateThreadBody: JSONBody {}
extension InviteBody: JSONBody {}
extension RoleBody: JSONBody {}
extension DirectBody: JSONBody {}
extension ReportBody: JSONBody {}
extension RequestUploadBody: JSONBody {}
extension CreateWorkspaceBody: JSONBody {}
extension UpdateWorkspaceBody: JSONBody {}
extension WorkspaceInviteBody: JSONBody {}
extension HandoverBody: JSONBody {}
extension ReadNotificationsBody: JSONBody {}

/// A body sent as a form (RFC 6749 appendix B).
package protocol FormBody: EndpointBody {
    var fields: [QueryItem] { get }
}

extension FormBody {
    package static var contentType: String? { FormText.contentType }
    package func bytes() -> [UInt8] { FormText.write(fields) }
}

extension DeviceAuthorizationForm: FormBody {}
extension TokenForm: FormBody {}

/// Invites people to a workspace: 1 to 99 members the server knows, or one person by e-mail.
package enum WorkspaceInviteBody: Sendable, Hashable {
    case members([String])
    case email(String)
}

extension WorkspaceInviteBody: Codable {
    private enum Key: String, CodingKey { case memberIds, email }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        if let email: String = try fields.valueIfPresent(.email) {
            self = .email(email)
        } else {
            self = .members(try fields.identifiers(.memberIds))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        switch self {
        case .members(let identifiers): try fields.identifiers(identifiers, .memberIds)
        case .email(let email): try fields.value(email, .email)
        }
    }
}

/// The workspaces a member is in: `{"items": [...]}`.
///
/// The contract leaves the form open; a bare list is read too.
package struct WorkspaceList: Sendable, Hashable {
    package var items: [WireWorkspace]

    package init(items: [WireWorkspace]) {
        self.items = items
    }
}

extension WorkspaceList: Codable {
    private enum Key: String, CodingKey { case items }

    package init(from decoder: any Decoder) throws {
        if (try? decoder.unkeyedContainer()) != nil {
            items = try WireList<WireWorkspace>(from: decoder).elements
        } else {
            items = try WireReader<Key>(decoder).list(.items)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(items, .items)
    }
}

/// RFC 8628 §3.1: asks for a device code.
package struct DeviceAuthorizationForm: Sendable, Hashable {
    package var clientId: String

    package init(clientId: String) {
        self.clientId = clientId
    }

    /// Reads the fields of a request; nil where one is missing.
    package init?(fields: [QueryItem]) {
        guard let clientId = fields["client_id"] else { return nil }
        self.init(clientId: clientId)
    }

    package var fields: [QueryItem] { [QueryItem("client_id", clientId)] }
}

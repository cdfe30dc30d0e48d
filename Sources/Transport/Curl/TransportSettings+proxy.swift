import Glibc

extension TransportSettings {
    /// The proxy that connections to an endpoint go through unless an exception names the host, without its password;
    /// nil for none.
    package func shownProxy(for endpoint: Endpoint) -> String? {
        guard ProxyEnvironment.mayBeUsed(for: endpoint, self) else { return nil }
        let text = proxy ?? ProxyEnvironment.value(for: endpoint) ?? ""
        return Redaction.withoutCredentials(text)
    }
}

import Testing

@testable import Transport

@Suite("A server's certificate") struct CertificateTests {
    @Test("What people need of curl's lines is read, the rest is left")
    func lines() {
        let certificate = Certificate(lines: [
            "Subject:CN = chat.example.org", "Issuer:O = Example, CN = Example CA", "Version:2",
            "X509v3 Subject Alternative Name:DNS:chat.example.org, IP Address:127.0.0.1",
            "Expire date:Nov 30 12:00:00 2027 GMT", "Cert:-----BEGIN", "broken",
        ])
        #expect(certificate.subject == "CN = chat.example.org")
        #expect(certificate.issuer == "O = Example, CN = Example CA")
        #expect(certificate.names == ["chat.example.org", "127.0.0.1"])
        #expect(certificate.expires == "Nov 30 12:00:00 2027 GMT")
    }
}

import CCurl
import Testing

@testable import Transport

@Suite("Sentences for people")
struct RedactionTests {
    @Test(
        "Credentials are left out of a sentence, the rest stays",
        arguments: [
            (
                "Unsupported proxy syntax in 'http://user:secret@host:1x': bad",
                "Unsupported proxy syntax in 'http://…@host:1x': bad"
            ),
            ("in 'user:secret@host'", "in '…@host'"),
            ("socks5h://a:b@c@host:1", "socks5h://…@host:1"),
            ("Could not resolve host: nosuch.invalid", "Could not resolve host: nosuch.invalid"),
            ("proxy 'http://us er:sec'ret@host' is bad", "proxy 'http://…@host' is bad"),
            ("of user:secret@host is", "of …@host is"),
            ("", ""),
            ("@", "…@"),
            ("a://", "a://"),
            ("x@y://z", "…@y://z"),
        ]
    )
    func redaction(text: String, expected: String) {
        #expect(Redaction.withoutCredentials(text) == expected)
    }

    @Test("What OpenSSL says on an open stream is told from a reset")
    func streamFailures() {
        let alert = CurlFailure(code: CURLE_RECV_ERROR, text: "OpenSSL SSL_read: error:0A00045C:SSL routines::alert")
        #expect(alert.ofStream == .tls(detail: alert.text))
        let end = CurlFailure(code: CURLE_RECV_ERROR, text: "error:0A000126:SSL routines::unexpected eof while reading")
        #expect(end.ofStream == .reset(detail: "The peer ended the connection without closing TLS"))
        let reset = CurlFailure(code: CURLE_RECV_ERROR, text: "Recv failure: Connection reset by peer")
        #expect(reset.ofStream == .reset(detail: reset.text))
    }
}

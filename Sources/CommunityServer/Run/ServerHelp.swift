import Community

/// What the server says of itself.
package enum ServerHelp {
    /// The version, one line.
    package static let version = "bobbin-server 0.1.0\n"

    /// The whole help.
    package static let text = """
        bobbin-server 0.1.0: a community for bobbin, on one machine

        Usage:
          bobbin-server --data FOLDER [OPTION]...    serve the community in FOLDER
          bobbin-server seed --data FOLDER           make the sample community there; one
                                                     that is there is left as it is

        Options:
          --data FOLDER       everything is kept here; made where there is none
          --listen HOST:PORT  where to listen; 127.0.0.1:8080 unless given, port 0 for a
                              free one; HOST is a numeric address
          --tls-cert FILE     the certificate with its chain, in PEM
          --tls-key FILE      its key, in PEM and without a passphrase
          --behind-proxy      a proxy in front brings TLS, X-Forwarded-For (its last entry
                              counts) and X-Forwarded-Proto; then any address may be
                              listened on without TLS
          --public-url URL    where people reach the server, for links
          --access-token-lifetime TIME
                              how long an access token is good for: 30s, 15m, 1h
          --bots              let the sample community's bots talk
          --print-codes       print sign-in codes for phones on standard output
          --exit-with-parent  end when standard input ends
          --new-passwords     with seed: renew the passwords of the sample's people
          -h, --help          this text
          --version           the version

        Once it can be used it prints “listening on http://HOST:PORT”. SIGTERM and SIGINT
        end it: what was begun is finished first. /healthz and /metrics tell how it is.

        Exit codes: 0 ended as asked, 1 can't serve, 2 wrong use

        """
}

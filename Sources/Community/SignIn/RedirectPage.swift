/// What a browser is shown when it comes back.
enum RedirectPage {
    static let done = page("200 OK", "Signed in. You can close this page and go back to the terminal.")
    static let refused = page("200 OK", "Not signed in. You can close this page and go back to the terminal.")
    static let notOurs = page("400 Bad Request", "This is not the sign-in that the terminal waits for.")
    static let notFound = page("404 Not Found", "There is nothing here.")

    private static func page(_ status: String, _ sentence: String) -> [UInt8] {
        let body = "<!doctype html><meta charset=\"utf-8\"><title>Bobbin</title><p>\(sentence)</p>\n"
        let head = [
            "HTTP/1.1 \(status)", "Content-Type: text/html; charset=utf-8", "Content-Length: \(body.utf8.count)",
            "Connection: close", "Cache-Control: no-store", "Referrer-Policy: no-referrer",
            "Content-Security-Policy: default-src 'none'", "X-Content-Type-Options: nosniff",
        ]
        return Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
    }
}

import Community

/// A page for a browser: HTML without scripts, and nothing that came from outside goes in unescaped.
struct Page {
    var title: String
    var status = 200
    /// Addresses besides the server's own that a form's answer may lead to.
    var formTargets: [String] = []
    var headers: [(name: String, value: String)] = []
    var body: String

    private static let style = """
        body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:3rem auto;padding:0 1rem}
        label{display:block;margin:.8rem 0 .2rem}input{font:inherit;width:100%;box-sizing:border-box;padding:.4rem}
        button{font:inherit;margin:1rem .5rem 0 0;padding:.4rem 1rem}.problem{border-left:4px solid;padding-left:.6rem}
        """

    var response: APIResponse {
        let html = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <meta name="referrer" content="no-referrer"><title>\(Self.escaped(title))</title>
            <style>\(Self.style)</style></head><body><h1>\(Self.escaped(title))</h1>
            \(body)
            </body></html>

            """
        return APIResponse(status: status, headers: Self.safety(formTargets) + headers, body: .bytes(Array(html.utf8)))
    }

    private static func safety(_ targets: [String]) -> [(name: String, value: String)] {
        // The hash of the one style sheet would save 'unsafe-inline' for styles; nothing of a stranger's is ever in it.
        let policy = """
            default-src 'none'; style-src 'unsafe-inline'; form-action \((["'self'"] + targets).joined(separator: " ")); \
            base-uri 'none'; frame-ancestors 'none'
            """
        return [
            ("Content-Type", "text/html; charset=utf-8"),
            ("Content-Security-Policy", policy),
            ("X-Frame-Options", "DENY"),
            ("Referrer-Policy", "no-referrer"),
            ("Cache-Control", "no-store"),
        ]
    }

    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    static func hidden(_ fields: [QueryItem]) -> String {
        fields.map { "<input type=\"hidden\" name=\"\(escaped($0.name))\" value=\"\(escaped($0.value))\">" }.joined()
    }

    static func problem(_ text: String?) -> String {
        text.map { "<p class=\"problem\" role=\"alert\">\(escaped($0))</p>" } ?? ""
    }

    /// Fields to sign in by, and the two answers.
    static let credentials = """
        <label for="email">E-mail</label><input id="email" name="email" type="email" autocomplete="username" required>
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required>
        <button name="answer" value="approve">Sign in and approve</button>
        <button name="answer" value="deny" formnovalidate>Deny</button>
        """
}

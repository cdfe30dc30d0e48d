import Community
import Testing
import Transport

/// A browser as far as sign-in pages need one, and a person who fills them in.
struct Browser: Sendable {
    enum Answer: String, Sendable {
        case approve, deny
    }

    let http: any HTTPClient
    /// Where the server is.
    let base: String
    let person: Person

    /// Opens a page with a form, and answers it.
    func fill(_ url: String, _ answer: Answer, typing fields: [QueryItem] = []) async throws -> HTTPResponse {
        let page = try await http.send(HTTPRequest(.get, url))
        #expect(page.status == 200)
        let html = String(decoding: page.body, as: UTF8.self)
        let action = try #require(html.firstMatch(of: /<form method="post" action="([^"]*)">/)?.1)
        let hidden = html.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/).map {
            QueryItem(String($0.1), String($0.2).replacing("&amp;", with: "&"))
        }
        let cookie = try #require(page.headers["Set-Cookie"]?.split(separator: ";").first)
        let filled =
            hidden + fields + [
                QueryItem("email", "\(person.name.lowercased())@example.org"),
                QueryItem("password", "correct horse \(person.name)"), QueryItem("answer", answer.rawValue),
            ]
        let form = HTTPRequest(
            .post,
            base + action,
            headers: ["Content-Type": FormText.contentType, "Cookie": String(cookie)],
            body: .bytes(FormText.write(filled))
        )
        return try await http.send(form)
    }

    /// Signs in on the page that leads back to a program on this machine; returns where it leads.
    func authorize(at url: String, _ answer: Answer) async throws -> String {
        do {
            _ = try await fill(url, answer)
        } catch HTTPError.redirected(303, let location) {
            return location
        }
        Issue.record("the page leads nowhere")
        return ""
    }

    /// Follows a page that leads back to a program on this machine.
    func goBack(to location: String) async throws {
        _ = try await http.send(HTTPRequest(.get, location))
    }
}

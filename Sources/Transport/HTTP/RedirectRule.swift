/// Decides what becomes of a redirect (RFC 9110 §15.4).
struct RedirectRule {
    /// Redirects followed for one request, at most.
    static let limit = 5

    private var followedCount = 0

    /// The request to send next; nil if the answer is no redirect.
    ///
    /// Only a GET is followed: whoever sends something else means the place they named.
    mutating func next(
        after request: HTTPRequest,
        answeredWith status: Int,
        location: String?
    ) throws(HTTPError) -> HTTPRequest? {
        guard [301, 302, 303, 307, 308].contains(status), let location else { return nil }
        guard request.method == .get, followedCount < Self.limit,
            let old = HTTPOrigin(request.url), let new = HTTPOrigin(location),
            !(old.scheme == "https" && new.scheme == "http")
        else { throw .redirected(status: status, location: Redaction.withoutCredentials(location)) }
        followedCount += 1
        var next = request
        next.url = location
        if old != new { next.headers["Authorization"] = nil }
        return next
    }
}

package import Transport

/// Threads and who is in them.
package enum ThreadEndpoints {}

extension ThreadEndpoints {
    /// Threads, a page at a time.
    package struct List: APIEndpoint {
        package typealias Answer = ThreadPage
        package static var service: APIService { .community }
        package var query: ThreadListQuery
        package var path: EndpointPath { "threads" }

        package init(query: ThreadListQuery = ThreadListQuery()) {
            self.query = query
        }
    }

    /// Makes a thread.
    package struct Create: APIEndpoint {
        package typealias Answer = WireThread
        package static var service: APIService { .community }
        package static var method: HTTPMethod { .post }
        package var body: CreateThreadBody
        package var path: EndpointPath { "threads" }

        package init(body: CreateThreadBody) {
            self.body = body
        }
    }

    /// One thread.
    package struct Get: APIEndpoint {
        package typealias Answer = WireThread
        package static var service: APIService { .community }
        package var threadId: String
        package var path: EndpointPath { "threads/\(threadId)" }

        package init(threadId: String) {
            self.threadId = threadId
        }
    }

    /// Changes a thread.
    package struct Update: APIEndpoint {
        package typealias Answer = NoResult
        package static var service: APIService { .community }
        package static var method: HTTPMethod { .patch }
        package var threadId: String
        package var body: UpdateThreadBody
        package var path: EndpointPath { "threads/\(threadId)" }

        package init(threadId: String, body: UpdateThreadBody) {
            self.threadId = threadId
            self.body = body
        }
    }

    /// Deletes a thread.
    package struct Delete: APIEndpoint {
        package typealias Answer = NoResult
        package static var service: APIService { .community }
        package static var method: HTTPMethod { .delete }
        package var threadId: String
        package var path: EndpointPath { "threads/\(threadId)" }

        package init(threadId: String) {
            self.threadId = threadId
        }
    }

    /// Puts a thread on top.
    package struct Pin: APIEndpoint {
        package typealias Answer = NoResult
        package static var service: APIService { .community }
        package static var method: HTTPMethod { .post }
        package static var isIdempotent: Bool { true }
        package var threadId: String
        package var path: EndpointPath { "threads/\(threadId)/pin" }

        package init(threadId: String) {
            self.threadId = threadId
        }
    }

    /// Puts a thread back.
    package struct Unpin: APIEndpoint {
        package typealias Answer = NoResult
        package static var service: APIService { .community }
        package static var method: HTTPMethod { .delete }
        package var threadId: String
        package var path: EndpointPath { "threads/\(threadId)/pin" }

        package init(threadId: String) {
            self.threadId = threadId
        }
    }

    /// Silences a thread.
    package struct Mute: APIEndpoint {
        package typealias Answer = NoResult
        package static var service: APIService { .community }
        package static var method: HTTPMethod { .post }
        package static var isIdempotent: Bool { true }
        package var threadId: String
        package var path: EndpointPath { "threads/\(threadId)/mute" }

        package init(threadId: String) {
            self.threadId = threadId
        }
    }

    /// Undoes a mute.
    package struct Unmute: APIEndpoint {
        package typealias Answer = NoResult
        package static var service: APIService { .community }
        package static var method: HTTPMethod { .delete }
        package var threadId: String
        package var path: EndpointPath { "threads/\(threadId)/mute" }

        package init(threadId: String) {
            self.threadId = threadId
        }
    }

    /// Who is in a thread.
    package struct Members: APIEndpoint {
        package typealias Answer = MemberPage
        package static var service: APIService { .community }
        package var threadId: String
        package var query: PageQuery
        package var path: EndpointPath { "threads/\(threadId)/members" }

        package init(threadId: String, query: PageQuery = PageQuery()) {
            self.threadId = threadId
            self.query = query
        }
    }

    /// Who could be invited to a thread.
    package struct Invitable: APIEndpoint {
        package typealias Answer = MemberPage
        package static var service: APIService { .community }
        package var threadId: String
        package var query: PageQuery
        package var path: EndpointPath { "threads/\(threadId)/invitable" }

        package init(threadId: String, query: PageQuery = PageQuery()) {
            self.threadId = threadId
            self.query = query
        }
    }

    /// Invites members to a thread.
    package struct Invite: APIEndpoint {
        package typealias Answer = NoResult
        package static var service: APIService { .community }
        package static var method: HTTPMethod { .post }
        package var threadId: String
        package var body: InviteBody
        package var path: EndpointPath { "threads/\(threadId)/invite" }

        package init(threadId: String, body: InviteBody) {
            self.threadId = threadId
            self.body = body
        }
    }

    /// Sends a member away.
    package struct Kick: APIEndpoint {
        package typealias Answer = NoResult
        package static var service: APIService { .community }
        package static var method: HTTPMethod { .delete }
        package var threadId: String
        package var memberId: String
        package var path: EndpointPath { "threads/\(threadId)/members/\(memberId)" }

        package init(threadId: String, memberId: String) {
            self.threadId = threadId
            self.memberId = memberId
        }
    }

    /// Gives a member a role.
    package struct SetRole: APIEndpoint {
        package typealias Answer = NoResult
        package static var service: APIService { .community }
        package static var method: HTTPMethod { .patch }
        package var threadId: String
        package var memberId: String
        package var body: RoleBody
        package var path: EndpointPath { "threads/\(threadId)/members/\(memberId)/role" }

        package init(threadId: String, memberId: String, body: RoleBody) {
            self.threadId = threadId
            self.memberId = memberId
            self.body = body
        }
    }

    /// Joins a thread.
    package struct Join: APIEndpoint {
        package typealias Answer = NoResult
        package static var service: APIService { .community }
        package static var method: HTTPMethod { .post }
        package static var isIdempotent: Bool { true }
        package var threadId: String
        package var path: EndpointPath { "threads/\(threadId)/join" }

        package init(threadId: String) {
            self.threadId = threadId
        }
    }

    /// Leaves a thread.
    package struct Leave: APIEndpoint {
        package typealias Answer = NoResult
        package static var service: APIService { .community }
        package static var method: HTTPMethod { .post }
        package var threadId: String
        package var path: EndpointPath { "threads/\(threadId)/leave" }

        package init(threadId: String) {
            self.threadId = threadId
        }
    }

    /// Opens, or returns, the one-to-one thread with a member.
    package struct OpenDirect: APIEndpoint {
        package typealias Answer = WireThread
        package static var service: APIService { .community }
        package static var method: HTTPMethod { .post }
        package static var isIdempotent: Bool { true }
        package var body: DirectBody
        package var path: EndpointPath { "direct" }

        package init(body: DirectBody) {
            self.body = body
        }
    }
}

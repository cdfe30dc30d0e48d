package import Transport

/// Workspaces, on servers that have them; others answer 404.
package enum WorkspaceEndpoints {}

extension WorkspaceEndpoints {
    /// The workspaces one is in.
    package struct List: APIEndpoint {
        package typealias Answer = WorkspaceList
        package static var service: APIService { .workspaces }

        package init() {}
    }

    /// Makes a workspace.
    package struct Create: APIEndpoint {
        package typealias Answer = WireWorkspace
        package static var service: APIService { .workspaces }
        package static var method: HTTPMethod { .post }
        package var body: CreateWorkspaceBody

        package init(body: CreateWorkspaceBody) {
            self.body = body
        }
    }

    /// One workspace.
    package struct Get: APIEndpoint {
        package typealias Answer = WireWorkspace
        package static var service: APIService { .workspaces }
        package var workspaceId: String
        package var path: EndpointPath { "\(workspaceId)" }

        package init(workspaceId: String) {
            self.workspaceId = workspaceId
        }
    }

    /// Changes a workspace.
    package struct Update: APIEndpoint {
        package typealias Answer = NoResult
        package static var service: APIService { .workspaces }
        package static var method: HTTPMethod { .patch }
        package var workspaceId: String
        package var body: UpdateWorkspaceBody
        package var path: EndpointPath { "\(workspaceId)" }

        package init(workspaceId: String, body: UpdateWorkspaceBody) {
            self.workspaceId = workspaceId
            self.body = body
        }
    }

    /// Deletes a workspace.
    package struct Delete: APIEndpoint {
        package typealias Answer = NoResult
        package static var service: APIService { .workspaces }
        package static var method: HTTPMethod { .delete }
        package var workspaceId: String
        package var path: EndpointPath { "\(workspaceId)" }

        package init(workspaceId: String) {
            self.workspaceId = workspaceId
        }
    }

    /// Who is in a workspace.
    package struct Members: APIEndpoint {
        package typealias Answer = MemberPage
        package static var service: APIService { .workspaces }
        package var workspaceId: String
        package var query: PageQuery
        package var path: EndpointPath { "\(workspaceId)/members" }

        package init(workspaceId: String, query: PageQuery = PageQuery()) {
            self.workspaceId = workspaceId
            self.query = query
        }
    }

    /// Invites people to a workspace.
    package struct Invite: APIEndpoint {
        package typealias Answer = NoResult
        package static var service: APIService { .workspaces }
        package static var method: HTTPMethod { .post }
        package var workspaceId: String
        package var body: WorkspaceInviteBody
        package var path: EndpointPath { "\(workspaceId)/invite" }

        package init(workspaceId: String, body: WorkspaceInviteBody) {
            self.workspaceId = workspaceId
            self.body = body
        }
    }

    /// Sends a member away.
    package struct Remove: APIEndpoint {
        package typealias Answer = NoResult
        package static var service: APIService { .workspaces }
        package static var method: HTTPMethod { .delete }
        package var workspaceId: String
        package var memberId: String
        package var path: EndpointPath { "\(workspaceId)/members/\(memberId)" }

        package init(workspaceId: String, memberId: String) {
            self.workspaceId = workspaceId
            self.memberId = memberId
        }
    }

    /// Gives a workspace away; the old owner becomes an administrator.
    package struct HandOver: APIEndpoint {
        package typealias Answer = NoResult
        package static var service: APIService { .workspaces }
        package static var method: HTTPMethod { .post }
        package var workspaceId: String
        package var body: HandoverBody
        package var path: EndpointPath { "\(workspaceId)/handover" }

        package init(workspaceId: String, body: HandoverBody) {
            self.workspaceId = workspaceId
            self.body = body
        }
    }

    /// Leaves a workspace; its owner must hand it over first.
    package struct Leave: APIEndpoint {
        package typealias Answer = NoResult
        package static var service: APIService { .workspaces }
        package static var method: HTTPMethod { .post }
        package var workspaceId: String
        package var path: EndpointPath { "\(workspaceId)/leave" }

        package init(workspaceId: String) {
            self.workspaceId = workspaceId
        }
    }
}

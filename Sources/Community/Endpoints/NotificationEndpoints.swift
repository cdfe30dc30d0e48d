package import Transport

/// What a member should know of.
package enum NotificationEndpoints {}

extension NotificationEndpoints {
    /// Notifications, newest first.
    package struct List: APIEndpoint {
        package typealias Answer = NotificationPage
        package static var service: APIService { .notifications }
        package var query: NotificationsQuery

        package init(query: NotificationsQuery = NotificationsQuery()) {
            self.query = query
        }
    }

    /// Marks notifications as read.
    package struct MarkRead: APIEndpoint {
        package typealias Answer = NoResult
        package static var service: APIService { .notifications }
        package static var method: HTTPMethod { .post }
        package static var isIdempotent: Bool { true }
        package var body: ReadNotificationsBody
        package var path: EndpointPath { "read" }

        package init(body: ReadNotificationsBody) {
            self.body = body
        }
    }
}

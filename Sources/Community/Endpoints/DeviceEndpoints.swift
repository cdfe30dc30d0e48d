package import Transport

/// This device.
package enum DeviceEndpoints {}

extension DeviceEndpoints {
    /// A short-lived ticket for CONNECT.
    package struct ChatSession: APIEndpoint {
        package typealias Answer = ChatSessionTicket
        package static var service: APIService { .devices }
        package static var method: HTTPMethod { .post }
        package static var isIdempotent: Bool { true }
        package var path: EndpointPath { "chat-session" }

        package init() {}
    }
}

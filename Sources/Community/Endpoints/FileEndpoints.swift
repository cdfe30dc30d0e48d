package import Transport

/// Files to hang on messages.
package enum FileEndpoints {}

extension FileEndpoints {
    /// Announces a file; its bytes go to the URL in the answer.
    package struct RequestUpload: APIEndpoint {
        package typealias Answer = UploadTicket
        package static var service: APIService { .files }
        package static var method: HTTPMethod { .post }
        package var body: RequestUploadBody

        package init(body: RequestUploadBody) {
            self.body = body
        }
    }
}

/// This program, as the server sees it.
package enum AppEndpoints {}

extension AppEndpoints {
    /// Which versions the server works with.
    package struct Version: APIEndpoint {
        package typealias Answer = VersionInfo
        package static var service: APIService { .app }
        package static var signIn: SignInNeed { .none }
        package var query: VersionQuery
        package var path: EndpointPath { "version" }

        package init(query: VersionQuery) {
            self.query = query
        }
    }
}

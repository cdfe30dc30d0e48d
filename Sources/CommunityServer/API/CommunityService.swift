import Community
import SQLite
import Transport

/// The community: what it knows and decides, behind REST calls and live commands alike.
///
/// A call is read and answered on the caller's thread; what it looks up and changes is done on the database's, and what
/// it changed is on disk before the answer goes out.
package final class CommunityService: Sendable {
    let settings: ServiceSettings
    let surroundings: ServiceSurroundings
    let seal: FormSeal
    private let book: DatabaseThread<CommunityBook>
    private let searches: DatabaseThread<SearchBook>
    private let passwords: PasswordThread
    private let outlet: LiveOutlet
    private let limits: Locked<RateLimits>

    /// The largest body of a call, in bytes.
    package static let bodyLimit = 256 * 1024

    /// Opens the data folder, and makes it where there is none. One process at a time has it open.
    package static func open(
        dataFolder: String,
        settings: ServiceSettings = ServiceSettings(),
        surroundings: ServiceSurroundings = ServiceSurroundings()
    ) async throws(ServiceFault) -> CommunityService {
        let outlet = LiveOutlet()
        do {
            let book = try await DatabaseThread.start(name: "community") {
                try CommunityBook(
                    folder: try DataFolder(path: dataFolder),
                    settings: settings,
                    surroundings: surroundings,
                    outlet: outlet
                )
            }
            let folder = try await book.perform(.reading) { $0.folder }
            let searches = try await DatabaseThread.start(name: "search") { try SearchBook(folder: folder) }
            return CommunityService(
                settings: settings,
                surroundings: surroundings,
                book: book,
                searches: searches,
                passwords: try PasswordThread(logN: settings.passwordCost, random: surroundings.random),
                outlet: outlet
            )
        } catch {
            throw ServiceFault(error, folder: dataFolder)
        }
    }

    private init(
        settings: ServiceSettings,
        surroundings: ServiceSurroundings,
        book: DatabaseThread<CommunityBook>,
        searches: DatabaseThread<SearchBook>,
        passwords: PasswordThread,
        outlet: LiveOutlet
    ) {
        self.settings = settings
        self.surroundings = surroundings
        self.book = book
        self.searches = searches
        self.passwords = passwords
        self.outlet = outlet
        seal = FormSeal(secret: surroundings.random(32))
        limits = Locked(RateLimits(settings))
    }

    deinit {
        // Its threads hold themselves, not this; without an end they would stay.
        passwords.close()
        searches.stop()
        book.stop()
    }

    /// Where events go from now on; before, they go nowhere. Held until ``close()``. It is called on the database's
    /// thread, which must not wait.
    package func attach(_ publisher: any LivePublisher) {
        outlet.attach(publisher)
    }

    /// Answers a REST call, sign-in pages included. Never throws: a failure is an answer too.
    package func answer(_ request: APIRequest) async -> APIResponse {
        switch RouteTable.community.match(method: request.method, path: request.path) {
        case .none:
            return .refused(.noRoute)
        case .otherMethod(let allowed):
            var response = APIResponse.refused(Refusal(405, "COMMON405", "The call is not made by this method."))
            response.headers.append(("Allow", allowed.joined(separator: ", ")))
            return response
        case .route(let route, let identifiers):
            do {
                return try await run(route, RoutedCall(request: request, identifiers: identifiers))
            } catch {
                return .refused(Refusal(error, log: surroundings.log))
            }
        }
    }

    private func run(_ route: Route, _ call: RoutedCall) async throws -> APIResponse {
        guard call.request.body.count <= Self.bodyLimit else {
            throw Refusal(413, "COMMON413", "The body is larger than \(Self.bodyLimit) bytes.")
        }
        // Members are counted by who they are, which is known once the token was looked at.
        if route.access == .anyone { try count(route.rate, "address \(call.request.remoteAddress)") }
        return try await route.handle(self, call)
    }

    /// Finishes what was begun, then closes the database. Calls after it answer 503.
    package func close() async {
        passwords.close()
        await searches.close()
        await book.close()
        // Only now: what was done last is told as well.
        outlet.attach(nil)
    }
}

// MARK: For the routes

extension CommunityService {
    func count(_ rate: Route.RateClass, _ key: String) throws(Refusal) {
        let now = surroundings.now()
        try limits.withLock { limits throws(Refusal) in try limits.take(rate, key, at: now) }
    }

    func read<Value: Sendable>(_ work: @escaping @Sendable (CommunityBook) throws -> Value) async throws -> Value {
        try await book.perform(.reading, work)
    }

    func write<Value: Sendable>(_ work: @escaping @Sendable (CommunityBook) throws -> Value) async throws -> Value {
        try await book.perform(.writing, work)
    }

    /// Work for a member whose token is good, within their limit.
    func asMember<Value: Sendable>(
        _ call: RoutedCall,
        rate: Route.RateClass,
        _ kind: DatabaseThread<CommunityBook>.Kind,
        _ work: @escaping @Sendable (CommunityBook, Caller) throws -> Value
    ) async throws -> Value {
        let token = call.bearerToken
        return try await book.perform(kind) { book in
            let caller = try book.caller(token: token)
            try self.count(rate, "member \(caller.member)")
            return try work(book, caller)
        }
    }

    func search(_ call: RoutedCall) async throws -> MessagePage {
        let caller = try await asMember(call, rate: .search, .reading) { _, caller in caller }
        let text = try TextRules.line(call.query("q") ?? "", "q", TextRules.search)
        let thread = try call.identifier("threadId")
        let page = try call.backwardPage()
        if let thread { try await read { _ = try $0.joinedRoster(thread, for: caller.member) } }
        return try await searches.perform(.reading) { book in
            try book.messages(with: text, in: thread, page, for: caller.member)
        }
    }

    // MARK: Passwords

    /// The member an e-mail address and a password belong to. Takes as long whichever of them is wrong.
    func signIn(email: String, password: Secret) async throws -> Int64 {
        let account = "account " + TextRules.trimmed(email).lowercased().prefix(254)
        let now = surroundings.now()
        try limits.withLock { limits throws(Refusal) in try limits.beginSignIn(to: account, at: now) }
        let found = try await read { try $0.credentials(email: TextRules.trimmed(email).lowercased()) }
        let bytes = Array(password.revealed.utf8.prefix(TextRules.passwordBytes.upperBound + 1))
        guard try await passwords.matches(bytes, found?.password), let found else {
            throw Refusal.wrongCredentials
        }
        limits.withLock { $0.signedIn(to: account) }
        return found.member
    }

    func signUp(_ body: SignUpBody) async throws -> SignedIn {
        let account = try CommunityBook.NewAccount(body)
        try await read { try $0.checkFree(account) }
        let record = try await passwords.record(account.password)
        return try await write { book in
            try book.openSession(for: try book.openAccount(account, password: record))
        }
    }

    func passwordRecord(_ password: String) async throws -> PasswordRecord {
        try await passwords.record(Array(password.utf8))
    }
}

extension ServiceFault {
    init(_ error: any Error, folder: String) {
        switch error {
        case DataFolder.Fault.inUse: self = .inUse(folder: folder)
        case DataFolder.Fault.openToOthers:
            self = .unusable(folder: folder, detail: "others may write to it; take that away with chmod go-w")
        case DataFolder.Fault.system(let detail): self = .unusable(folder: folder, detail: detail)
        case let newer as NewerDatabase: self = .newerDatabase(found: newer.found, known: newer.known)
        default: self = .unusable(folder: folder, detail: "\(error)")
        }
    }
}

import Chat
import Community
import Headless
import StompClient

// Where what is seen and written is kept: one place for each profile and server, so that none is taken for another's.
extension ServerPlan {
    /// Where the stores of this server's accounts are.
    func shelf(environment: [String: String]) -> StoreShelf {
        switch self {
        case .broker(let plan): plan.shelf(environment: environment)
        case .community(let plan): plan.shelf(environment: environment)
        }
    }
}

extension CommunityPlan {
    /// Where the stores of this server's accounts are.
    func shelf(environment: [String: String]) -> StoreShelf {
        choice.shelf(server: base.text, environment: environment)
    }
}

extension ConnectionPlan {
    /// Where the stores of this server's accounts are.
    func shelf(environment: [String: String]) -> StoreShelf {
        choice.shelf(server: keptURL, environment: environment)
    }

    /// Whose store it is.
    var account: String { settings.login ?? "" }
}

extension ProfileChoice {
    fileprivate func shelf(server: String, environment: [String: String]) -> StoreShelf {
        // A server of a moment, such as the demo's, has another address each time.
        if let keptFolder { return StoreShelf(folder: keptFolder, profile: "kept") }
        let host = server.firstRange(of: "://").map { String(server[$0.upperBound...]) } ?? server
        let place = name.map { "\($0)@\(host)" } ?? host
        do throws(StartFailure) {
            let folder = try StateFolder.data(environment: environment)
            return StoreShelf(folder: folder, profile: place, keeping: profile.historyKept)
        } catch {
            return StoreShelf(unusable: error.sentence, profile: place)
        }
    }
}

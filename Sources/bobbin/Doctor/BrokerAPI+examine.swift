import Chat
import Headless

extension BrokerAPI {
    /// How long a call may take.
    private static let patience = Duration.seconds(15)

    /// Looks at the token and calls the API beside a broker: the list of rooms, or the history of a room.
    func examine(_ shape: BrokerShape, room: String?, _ diagnosis: Diagnosis) async {
        diagnosis.waits(for: "the token")
        if let token = await tokens.accessToken() {
            diagnosis.add(finding(of: token))
        } else {
            diagnosis.skip([.token], because: "the profile names none, or it can't be read")
        }
        diagnosis.waits(for: "the API beside the broker, at most \(Self.patience.components.seconds) s")
        let found = OneShot<Finding>()
        await within(Self.patience) { found.decide(await answer(shape, room: room)) }
        let problem = "the API beside the broker does not answer within \(Self.patience.components.seconds) s"
        diagnosis.add(
            found.value
                ?? .broken(.rest, FailureReport(.timedOut, problem, remedy: "check api.url in the profile"))
        )
    }

    private func finding(of token: String) -> Finding {
        let isRenewable = refresher == nil ? "can't be renewed" : "can be renewed"
        guard let end = TokenExpiry.milliseconds(token) else {
            return .fine(.token, "there is one, which does not say when it ends; it \(isRenewable)")
        }
        let seconds = (end - BrokerSession.systemTime()) / 1000
        guard seconds > 0 else {
            let problem = "it ended \(-seconds) s ago, and \(isRenewable)"
            return .broken(.token, FailureReport(.authentication, problem, remedy: "get a new one"))
        }
        return .fine(.token, "it ends in \(seconds) s, and \(isRenewable)")
    }

    private func answer(_ shape: BrokerShape, room: String?) async -> Finding {
        do throws(FailureReport) {
            if let list = shape.roomList {
                let rooms = try await RoomListing(rest, list, me: nil).rooms()
                return .fine(.rest, "it lists \(rooms.count) \(rooms.count == 1 ? "room" : "rooms")")
            }
            guard let history = shape.history else { return .skipped(.rest, "the profile asks the API for no list") }
            guard let room else { return .skipped(.rest, "name a room to have its history asked for") }
            let page = try await RoomHistory(rest, history, me: nil)
                .page(of: room, before: nil, arrival: BrokerSession.systemTime())
            return .fine(
                .rest,
                "it has a history of \(Printable(room)), \(page.items.count) messages on its first page"
            )
        } catch {
            return .broken(.rest, error)
        }
    }
}

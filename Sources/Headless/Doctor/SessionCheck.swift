import Chat
import FoundationEssentials
package import Stomp
package import StompClient

/// Looks at a STOMP session: CONNECT, heart-beats, a subscription, and a message that comes back.
package struct SessionCheck: Sendable {
    /// A message to send, and how to know it when it comes back.
    package struct Echo: Sendable {
        package var frame: StompFrame
        /// What stands in its body and in no other.
        package var mark: String

        package init(frame: StompFrame, mark: String) {
            self.frame = frame
            self.mark = mark
        }
    }

    /// How long each answer is waited for.
    private static let patience = Duration.seconds(10)
    private static let longestBeat = Duration.seconds(25)

    private let connection: StompConnection
    private let shownURL: String
    private let destinations: [String]
    private let echo: Echo?
    private let diagnosis: Diagnosis
    private let watch = EventWatch()

    /// - Parameters:
    ///   - connection: one that nobody else uses, that traces frames and tries once.
    ///   - destinations: what to subscribe to.
    ///   - echo: what to send; nil for nothing.
    package init(
        _ connection: StompConnection,
        shownURL: String,
        destinations: [String],
        echo: Echo?,
        _ diagnosis: Diagnosis
    ) {
        self.connection = connection
        self.shownURL = shownURL
        self.destinations = destinations
        self.echo = echo
        self.diagnosis = diagnosis
    }

    package func run() async {
        diagnosis.waits(for: "the answer to CONNECT")
        await watch.take(connection)
        await connection.connect()
        if let connected = await signsIn() {
            let start = ContinuousClock.now
            if await subscribes() { await echoes() }
            await beats(connected, since: start)
        }
        await connection.disconnect()
        await watch.stop()
    }

    // MARK: CONNECT

    private func signsIn() async -> StompFrame? {
        let outcome = await watch.first(before: .now + .seconds(40)) {
            event -> Result<StompFrame, ConnectionFailure>? in
            switch event {
            case .trace(let frames):
                frames.lazy.compactMap(\.frame).first { $0.command == .connected }.map { .success($0) }
            case .disconnected(let reason?, _): .failure(reason)
            default: nil
            }
        }
        switch outcome {
        case .success(let frame)?:
            let server = frame.headers["server"].map { ", \($0)" } ?? ""
            let user = frame.headers["user-name"].map { ", as \($0)" } ?? ""
            diagnosis.add(.fine(.connect, "STOMP \(frame.headers["version"] ?? "1.0")\(server)\(user)"))
            return frame
        case .failure(let failure)?:
            diagnosis.add(.broken(.connect, FailureReport(failure, url: shownURL)))
            return nil
        case nil:
            diagnosis.add(.broken(.connect, FailureReport(.timedOut, "CONNECT was not answered")))
            return nil
        }
    }

    // MARK: Heart-beats

    /// The server's promise, and whether it keeps it.
    private func beats(_ connected: StompFrame, since start: ContinuousClock.Instant) async {
        let header = connected.headers["heart-beat"] ?? "0,0"
        let numbers = header.split(separator: ",").map { Int($0.filter { $0 != " " }) ?? 0 }
        let (promised, wanted) = (numbers.first ?? 0, numbers.dropFirst().first ?? 0)
        let agreement = "the server sends every \(promised) ms and wants ours every \(wanted) ms"
        guard promised > 0 else {
            let advice =
                "nothing, on a local network; elsewhere ask for them in the server's settings, or a dead "
                + "connection is noticed late"
            return diagnosis.add(.doubtful(.heartBeats, "the server promises none (\(header))", advice: advice))
        }
        let wait = min(.milliseconds(max(promised, 2000)) * 2, Self.longestBeat)
        diagnosis.waits(for: "a heart-beat of the server, at most \(wait.formatted)")
        let isSeen = await watch.first(before: start + wait) { event -> Bool? in
            guard case .trace(let frames) = event else { return nil }
            return frames.contains { $0.frame == nil && $0.direction == .received } ? true : nil
        }
        if isSeen == true {
            diagnosis.add(.fine(.heartBeats, "\(agreement); one was seen"))
        } else {
            let advice = "look for a proxy that holds back small packets, or raise heartBeat in the profile"
            let words = "\(agreement), but none came within \(wait.formatted)"
            diagnosis.add(.doubtful(.heartBeats, words, advice: advice))
        }
    }

    // MARK: Subscription and echo

    private func subscribes() async -> Bool {
        guard !destinations.isEmpty else {
            diagnosis.skip([.subscribe, .echo], because: "no destination was named")
            return false
        }
        var ids: Set<String> = []
        for destination in destinations { ids.insert(await connection.subscribe(destination: destination).rawValue) }
        // A refusal comes at once, and so does a receipt where the server gives them.
        let refusal = await watch.first(before: .now + .seconds(3)) { event -> Answer? in
            switch event {
            case .subscriptionRefused(_, let destination, let reason):
                .refused(FailureReport(refusedSubscription: destination, reason: reason))
            case .disconnected(let reason?, _): .refused(FailureReport(reason, url: shownURL))
            case .receipt: .accepted
            default: nil
            }
        }
        let words = destinations.joined(separator: ", ")
        switch refusal {
        case .refused(let report)?:
            diagnosis.add(.broken(.subscribe, report))
            return false
        case .accepted?:
            diagnosis.add(.fine(.subscribe, words))
        case nil:
            diagnosis.add(.fine(.subscribe, "\(words); the server gives no receipt"))
        }
        return true
    }

    private enum Answer: Sendable {
        case accepted
        case refused(FailureReport)
    }

    private func echoes() async {
        guard let echo else { return diagnosis.skip([.echo], because: "name a destination to have a message sent") }
        let start = ContinuousClock.now
        diagnosis.waits(for: "a message of our own to come back, at most \(Self.patience.formatted)")
        do throws(SendError) {
            try await connection.sendNow(echo.frame)
        } catch {
            let destination = echo.frame.headers["destination"] ?? ""
            return diagnosis.add(.broken(.echo, FailureReport(error, destination: destination)))
        }
        let outcome = await watch.first(before: start + Self.patience) { [mark = echo.mark] event -> Answer? in
            switch event {
            case .messages(let batch):
                batch.contains { String(decoding: $0.body, as: UTF8.self).contains(mark) } ? .accepted : nil
            case .disconnected(let reason?, _): .refused(FailureReport(reason, url: shownURL))
            default: nil
            }
        }
        switch outcome {
        case .accepted?:
            let time = start.duration(to: .now).wholeMilliseconds
            diagnosis.add(.fine(.echo, "a message came back after \(time) ms"))
        case .refused(let report)?:
            diagnosis.add(.broken(.echo, report))
        case nil:
            let problem = "a message was sent and did not come back within \(Self.patience.wholeMilliseconds / 1000) s"
            let remedy = "check that this destination hands its messages to whoever subscribes to it"
            diagnosis.add(.broken(.echo, FailureReport(.refused, problem, remedy: remedy)))
        }
    }
}

import Chat
import CommandLineManual
import Community
import FoundationEssentials
import Headless
import Stomp
import StompClient

extension CommunityPlan {
    /// Walks the way to a community, REST included, and sends a message to the thread and waits for it, where one is named.
    func examine(_ thread: String?, _ diagnosis: Diagnosis) async {
        let link: CommunityLink
        do throws(StartFailure) {
            link = try CommunityLink(self)
        } catch {
            return diagnosis.add(.broken(.rest, FailureReport(.usage, error.sentence)))
        }
        guard let base = URL(string: base.text) else { return }
        let way = Way(
            url: StompConnection.webSocketURL(base: base),
            shownURL: shownURL,
            transport: transport,
            settings: settings,
            token: nil
        )
        let isUpgraded = await WayCheck(way, diagnosis).run()
        diagnosis.waits(for: "the community's REST API")
        let isAnswered = await inTime(.rest, diagnosis) { await answer(of: link) }
        guard isAnswered, isUpgraded, await inTime(.token, diagnosis, { await account(of: link) }) else { return }
        let threadID = thread == nil ? nil : await find(thread ?? "", link, diagnosis)
        await SessionCheck(
            link.connection(SocketTokens(session: link.session)) { $0.makeExaminable() },
            shownURL: shownURL,
            destinations: LiveQueue.allCases.map(\.rawValue),
            echo: threadID.flatMap(echo),
            diagnosis
        )
        .run()
        await link.session.settle()
    }

    /// How long a call may take with all its attempts.
    private static let patience = Duration.seconds(15)

    /// Adds what was found, unless that takes too long; whether it is well.
    private func inTime(
        _ step: Finding.Step,
        _ diagnosis: Diagnosis,
        _ look: @escaping @Sendable () async -> Finding
    ) async -> Bool {
        let found = OneShot<Finding>()
        await within(Self.patience) { found.decide(await look()) }
        let problem = "\(host) takes the call and does not answer within \(Self.patience.components.seconds) s"
        let remedy = "check that the URL is the community's, and that a proxy before it works"
        let finding = found.value ?? .broken(step, FailureReport(.timedOut, problem, remedy: remedy))
        diagnosis.add(finding)
        return finding.verdict != .broken
    }

    private func answer(of link: CommunityLink) async -> Finding {
        let version = ProgramVersion.release
        do throws(APIFailure) {
            let info = try await link.openClient.call(AppEndpoints.Version(query: VersionQuery(version: version)))
            switch info.verdict(on: version) {
            case .current: return .fine(.rest, "the server works with version \(version)")
            case .outdated(let latest, _):
                return .doubtful(.rest, "this is version \(version), and there is \(latest)", advice: "update")
            case .refused(let minimum, _):
                let problem = "the server needs version \(minimum) or newer; this is \(version)"
                return .broken(.rest, FailureReport(.refused, problem, remedy: "update"))
            }
        } catch {
            return .broken(.rest, FailureReport(error))
        }
    }

    private func account(of link: CommunityLink) async -> Finding {
        do throws(APIFailure) {
            guard let tokens = try await link.session.current() else {
                let report = FailureReport(.authentication, "nobody is signed in", remedy: "run bobbin login \(words)")
                return .broken(.token, report)
            }
            let profile = try await link.client.call(MemberEndpoints.Me())
            let isRenewable = tokens.refresh == nil ? "can't be renewed" : "can be renewed"
            return .fine(.token, "signed in as \(profile.name); the token \(isRenewable)")
        } catch {
            return .broken(.token, FailureReport(error))
        }
    }

    // MARK: Echo

    private func find(_ name: String, _ link: CommunityLink, _ diagnosis: Diagnosis) async -> String? {
        do {
            var threads: [ChatThread] = []
            var offset = 0
            for _ in 0..<20 {
                let query = ThreadListQuery(offset: offset, limit: 100)
                let page = try await link.client.call(ThreadEndpoints.List(query: query))
                threads += (page.pinned + page.threads).map { ChatThread(id: $0.threadId, title: $0.title) }
                guard let next = page.nextOffset, next > offset else { break }
                offset = next
            }
            return try ThreadName(name).thread(among: threads).id
        } catch let failure as APIFailure {
            diagnosis.add(.broken(.echo, FailureReport(failure)))
        } catch let report as FailureReport {
            diagnosis.add(.broken(.echo, report))
        } catch {
            diagnosis.add(.broken(.echo, FailureReport(.protocolError, "\(error)")))
        }
        return nil
    }

    private func echo(to threadID: String) -> SessionCheck.Echo? {
        let mark = BrokerSession.newMessageID()
        let body = SendMessageBody(clientMessageId: mark, content: "bobbin doctor")
        guard let bytes = try? WireJSON.write(body) else { return nil }
        let headers: StompHeaders = [
            "destination": CommandDestination(threadId: threadID, action: .send).text,
            LiveQueue.commandIdHeader: BrokerSession.newMessageID(), "content-type": "application/json",
        ]
        return SessionCheck.Echo(frame: StompFrame(.send, headers: headers, body: bytes), mark: mark)
    }
}

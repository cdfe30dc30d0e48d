import Community
import Headless
import Terminal

/// `bobbin whoami`: tells who is signed in to a community.
enum WhoAmICommand {
    static func run(_ connection: ConnectionArguments, asJSON isJSON: Bool) -> Never {
        Account.run(connection, in: .whoami) { account in await account.tell(asJSON: isJSON) }
    }
}

extension Account {
    fileprivate func tell(asJSON isJSON: Bool) async -> ExitCode {
        do throws(APIFailure) {
            let profile = try await link.client.call(MemberEndpoints.Me())
            await link.session.settle()
            return PlainOutput.write(isJSON ? json(profile) : line(profile))
        } catch {
            await link.session.settle()
            if case .signInNeeded = error {
                terminal.complain("nobody is signed in to \(plan.shownURL); run bobbin login \(plan.words)")
            } else {
                terminal.complain(error.line)
            }
            return ExitCode(error)
        }
    }

    private func line(_ profile: WireProfile) -> String {
        let email = profile.email.map { " <\($0)>" } ?? ""
        var line: [UInt8] = []
        LineText.append("\(profile.name)\(email) on \(plan.shownURL)", to: &line)
        return String(decoding: line, as: UTF8.self) + "\n"
    }

    private func json(_ profile: WireProfile) -> String {
        let members: [(String, String?)] = [
            ("server", plan.base.text), ("profile", plan.choice.name), ("memberId", profile.memberId),
            ("name", profile.name), ("email", profile.email), ("part", profile.part),
            ("statusMessage", profile.statusMessage),
        ]
        var json = Array("{\"v\":1".utf8)
        for (name, value) in members {
            json += Array(",\"\(name)\":".utf8)
            if let value { JSONText.append(value, to: &json) } else { json += Array("null".utf8) }
        }
        return String(decoding: json, as: UTF8.self) + "}\n"
    }
}

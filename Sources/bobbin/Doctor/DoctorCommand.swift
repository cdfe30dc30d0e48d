import Chat
import Glibc
import Headless

/// `bobbin doctor`: walks the way to a server step by step and says what is wrong and what to do.
enum DoctorCommand {
    static func run(_ connection: ConnectionArguments, _ arguments: DoctorArguments) -> Never {
        EndingSignals.block()
        let environment = ProcessEnvironment.variables()
        let lines = FindingLines(asJSON: arguments.isJSON, home: environment["HOME"])
        let diagnosis = Diagnosis(lines) { bytes in
            _ = PlainOutput.write(String(decoding: bytes, as: UTF8.self))
        }
        let plan = EndingSignals.admit {
            SurroundingsCheck(environment: environment, diagnosis).run()
            return self.plan(connection, environment, diagnosis)
        }
        guard let plan else {
            diagnosis.skip(Finding.Step.wayOn, because: "there is nowhere to go")
            leave(diagnosis.exitCode)
        }
        let stop = Stop()
        let voice = Task {
            // A line of its own on standard error, so that what is found can be piped on.
            await diagnosis.speakUp(every: .seconds(3), on: ContinuousClock()) { words in
                PlainOutput.complain("bobbin: \(words)")
            }
        }
        let work = Task {
            diagnosis.add(await StoreCheck(plan, environment: environment).run())
            switch plan {
            case .broker(let plan): await plan.examine(arguments.destination, diagnosis)
            case .community(let plan): await plan.examine(arguments.destination, diagnosis)
            }
            diagnosis.skip(Finding.Step.wayOn, because: "not come to")
            voice.cancel()
            leave(diagnosis.exitCode)
        }
        withExtendedLifetime(work) { EndingSignals.wait(stop) }
    }

    /// The way to the server; nil once it was said why there is none.
    private static func plan(
        _ connection: ConnectionArguments,
        _ environment: [String: String],
        _ diagnosis: Diagnosis
    ) -> ServerPlan? {
        do throws(StartFailure) {
            let file = ConfigurationFile(environment: environment)
            let configuration = try file.read()
            let choice = try ProfileChoice(connection, configuration, environment: environment)
            let plan = try ServerPlan(connection, choice, environment: environment) { _ in }
            diagnosis.add(finding(configuration, choice, plan))
            return plan
        } catch {
            diagnosis.add(.broken(.configuration, FailureReport(.usage, error.sentence)))
            return nil
        }
    }

    private static func finding(_ configuration: Configuration?, _ choice: ProfileChoice, _ plan: ServerPlan) -> Finding
    {
        let profile = choice.name.map { "the profile \(Printable($0))" } ?? "no profile"
        let server: String
        switch plan {
        case .broker(let plan): server = "the broker \(Printable(plan.shownURL))"
        case .community(let plan): server = "the community \(plan.shownURL)"
        }
        guard let configuration else { return .fine(.configuration, "no file; \(profile), \(server)") }
        let words = "\(Printable(configuration.file)), \(profile), \(server)"
        let complaints = configuration.complaints(limit: 3)
        guard complaints.isEmpty, plan.warnings.isEmpty else {
            return .doubtful(.configuration, words, advice: (complaints + plan.warnings).joined(separator: "; "))
        }
        return .fine(.configuration, words)
    }
}

extension Finding.Step {
    /// The steps of the way to a server.
    static var wayOn: [Finding.Step] {
        [.proxy, .name, .tcp, .tls, .upgrade, .subprotocol, .sockJS, .connect, .heartBeats, .clock, .subscribe, .echo]
    }
}

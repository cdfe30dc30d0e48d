import Chat
import TestSupport
import Testing
import Transport

@testable import Headless

@Suite("What the doctor prints") struct FindingLinesTests {
    private func lines(_ finding: Finding, asJSON isJSON: Bool = false) -> String {
        String(decoding: FindingLines(asJSON: isJSON, home: "/home/kim").bytes(of: finding), as: UTF8.self)
    }

    private let refused = Finding.broken(.tcp, FailureReport(.noConnection, "no \u{1B}[31mway", remedy: "look"))

    @Test("A line tells the result, the step and the detail, the next what to do; nothing acts on the terminal")
    func text() {
        let expected = """
            failed   tcp            no ^[[31mway
                                    > look

            """
        #expect(lines(refused) == expected)
    }

    @Test("In JSON each is one object")
    func json() {
        let line = #"{"v":1,"step":"tcp","result":"failed","detail":"no \u001b[31mway","advice":"look"}"# + "\n"
        #expect(lines(refused, asJSON: true) == line)
    }

    @Test("The home directory is not told")
    func home() {
        #expect(lines(.fine(.files, "/home/kim/.config/x")).hasSuffix("~/.config/x\n"))
    }

    @Test("Steps not come to are one line for people, and one each in JSON")
    func skipped() {
        let diagnosis = { (isJSON: Bool) in
            let written = Locked("")
            let diagnosis = Diagnosis(FindingLines(asJSON: isJSON, home: nil)) { bytes in
                written.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
            }
            diagnosis.add(.fine(.name, "there"))
            diagnosis.skip([.name, .tcp, .tls], because: "not come to")
            return written.withLock { $0 }
        }
        #expect(diagnosis(false).hasSuffix("skipped  tcp, tls: not come to\n"))
        #expect(diagnosis(true).split(separator: "\n").count == 3)
    }

    @Test("The first failure decides the exit code; doubts don't")
    func exitCode() {
        let diagnosis = Diagnosis(FindingLines(asJSON: false, home: nil)) { _ in }
        diagnosis.add(.doubtful(.clock, "late", advice: "set it"))
        #expect(diagnosis.exitCode == .success)
        diagnosis.add(refused)
        diagnosis.add(.broken(.connect, FailureReport(.authentication, "no")))
        #expect(diagnosis.exitCode == .noConnection)
    }

    @Test("What is waited for is told once nothing was found for a while, and not before")
    func waiting() async throws {
        let clock = ManualClock()
        let diagnosis = Diagnosis(FindingLines(asJSON: false, home: nil)) { _ in }
        let said = Locked<[String]>([])
        diagnosis.waits(for: "a heart-beat, at most 20 s")
        let voice = Task {
            await diagnosis.speakUp(every: .seconds(3), on: clock) { words in said.withLock { $0.append(words) } }
        }
        clock.advance(to: try await clock.nextTimer())
        let second = try await clock.nextTimer()
        #expect(said.withLock { $0 } == ["waiting for a heart-beat, at most 20 s"])
        diagnosis.add(.fine(.heartBeats, "there"))
        clock.advance(to: second)
        _ = try await clock.nextTimer()
        #expect(said.withLock { $0.count } == 1)
        voice.cancel()
        await voice.value
    }
}

import FoundationEssentials
import Glibc
import Headless
import Testing

@testable import bobbin

@Suite("A secret")
struct SecretSourceTests {
    private static let folder = "/tmp/bobbin-secrets-\(getpid())"
    private let surroundings = SecretSource.Surroundings(
        environment: ["WORK_PASSWORD": "from environment", "HOME": SecretSourceTests.folder],
        folder: SecretSourceTests.folder,
        commandLimit: .seconds(30)
    )

    private func file(_ name: String, _ content: String, mode: mode_t = 0o600) throws -> String {
        try FileManager.default.createDirectory(atPath: SecretSourceTests.folder, withIntermediateDirectories: true)
        let path = SecretSourceTests.folder + "/" + name
        try Data(content.utf8).write(to: URL(filePath: path))
        chmod(path, mode)
        return path
    }

    private func problem(_ source: SecretSource, _ surroundings: SecretSource.Surroundings? = nil) -> String? {
        do throws(StartFailure) {
            let secret = try source.read("passwordFile of a", in: surroundings ?? self.surroundings)
            Issue.record("gave \(secret)")
            return nil
        } catch {
            #expect(error.code == .usage)
            return error.sentence
        }
    }

    @Test("comes from the environment, the first line of a file, or of a program's output")
    func sources() throws {
        #expect(try SecretSource.environment("WORK_PASSWORD").read("x", in: surroundings) == "from environment")
        let path = try file("first", "from file\r\nsecond line\n")
        #expect(try SecretSource.file(path).read("x", in: surroundings) == "from file")
        #expect(try SecretSource.file("first").read("x", in: surroundings) == "from file")
        #expect(try SecretSource.file("~/first").read("x", in: surroundings) == "from file")
        let command = SecretSource.command(["printf", "%s\\nrest", "$(id) `id` ; 한글"])
        #expect(try command.read("x", in: surroundings) == "$(id) `id` ; 한글")
    }

    @Test("that can't be read is one sentence that names its source")
    func problems() throws {
        #expect(
            problem(.environment("NOWHERE")) == "passwordFile of a names NOWHERE, which is not set; set it"
        )
        #expect(
            problem(.file("/nowhere/secret"))
                == "passwordFile of a, /nowhere/secret, can't be read: there is no such file"
        )
        #expect(
            problem(.file(try file("empty", "\nsecond")))
                == "passwordFile of a gives an empty line; put the secret there"
        )
        #expect(
            problem(.file(try file("large", String(repeating: "x", count: 70_000))))?.hasSuffix("larger than 64 KiB")
                == true
        )
        #expect(
            problem(.command(["/nowhere/program"]))
                == "passwordFile of a, /nowhere/program, can't be started: No such file or directory"
        )
        #expect(problem(.command(["false"])) == "passwordFile of a, false, ended with 1; run it by hand to see why")
        #expect(
            problem(.command(["sh", "-c", "kill -9 $$"])) == "passwordFile of a, sh, was ended by signal 9"
        )
        #expect(problem(.command(["yes"])) == "passwordFile of a, yes, prints too much to be a secret")
    }

    @Test("whose program does not end costs the time limit, not the session")
    func limit() {
        var hasty = surroundings
        hasty.commandLimit = .milliseconds(50)
        #expect(problem(.command(["sleep", "600"]), hasty) == "passwordFile of a, sleep, did not end within 0 s")
    }

    @Test("in a file that others can read is warned of")
    func warning() throws {
        let open = try file("open", "x", mode: 0o644)
        let closed = try file("closed", "x", mode: 0o600)
        #expect(
            SecretSource.file(open).warning("passwordFile of a", in: surroundings)
                == "passwordFile of a, \(open), can be read by others; run chmod 600 \(open)"
        )
        #expect(SecretSource.file(closed).warning("passwordFile of a", in: surroundings) == nil)
    }
}

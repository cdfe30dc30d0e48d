import Foundation
import Testing

@Suite("Fuzzed inputs")
struct FuzzedInputTests {
    /// The first inputs of a fuzzer, and those that once made it fail.
    private static func inputs(of fuzzer: String) -> [URL] {
        let fuzz = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fuzz").standardized
        return ["Corpus", "Failures"].flatMap { folder in
            (try? FileManager.default.contentsOfDirectory(
                at: fuzz.appending(path: "\(folder)/\(fuzzer)"),
                includingPropertiesForKeys: nil
            )) ?? []
        }
    }

    @Test("the inputs are where the fuzzers keep them")
    func inputsAreThere() {
        #expect(Self.inputs(of: "fuzz-websocket-decoder").count > 20)
        #expect(Self.inputs(of: "fuzz-websocket-handshake").count > 10)
    }

    @Test("the decoder keeps its promise", arguments: inputs(of: "fuzz-websocket-decoder"))
    func decoder(_ file: URL) throws {
        #expect(DecoderPromise(input: [UInt8](try Data(contentsOf: file))).broken() == nil)
    }

    @Test("the handshakes keep their promise", arguments: inputs(of: "fuzz-websocket-handshake"))
    func handshake(_ file: URL) throws {
        #expect(HandshakePromise(input: [UInt8](try Data(contentsOf: file))).broken() == nil)
    }
}

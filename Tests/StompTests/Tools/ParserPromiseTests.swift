import Foundation
import Testing

@testable import stomp_vectors

@Suite("Fuzzed inputs")
struct ParserPromiseTests {
    /// The first inputs of the fuzzer, and those that once made it fail.
    static let inputs: [URL] = {
        let fuzz = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fuzz").standardized
        return ["Corpus", "Failures"].flatMap { folder in
            (try? FileManager.default.contentsOfDirectory(
                at: fuzz.appending(path: "\(folder)/fuzz-stomp-parser"),
                includingPropertiesForKeys: nil
            )) ?? []
        }
    }()

    @Test("the inputs are where the fuzzer keeps them")
    func inputsAreThere() {
        #expect(Self.inputs.count > 30)
    }

    @Test("the parser keeps its promise", arguments: inputs)
    func replay(_ file: URL) throws {
        #expect(ParserPromise(input: [UInt8](try Data(contentsOf: file))).broken() == nil)
    }
}

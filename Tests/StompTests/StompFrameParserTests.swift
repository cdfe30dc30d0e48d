import Foundation
import Testing

@testable import Stomp
@testable import stomp_vectors

@Suite("StompFrameParser")
struct StompFrameParserTests {
    static let vectors: [Vector] = {
        guard let url = Bundle.module.url(forResource: "stomp-parser", withExtension: "json", subdirectory: "Vectors"),
            let file = try? VectorFile(path: url.path())
        else { return [] }
        return file.cases
    }()

    @Test("there are vectors")
    func vectorsAreThere() {
        #expect(Self.vectors.count >= 38)
    }

    @Test("a vector holds whole, byte by byte and at every split", arguments: vectors)
    func vector(_ vector: Vector) {
        #expect(VectorCheck(vector).failures == [])
    }

    @Test("the outcome does not depend on random cuts", arguments: vectors)
    func randomCuts(_ vector: Vector) throws {
        var random = SeededRandom(seed: 11)
        let input = [UInt8](vector.input)
        let parser = try ExpectedOutcome(vector).parser
        let whole = ParserOutcome(of: input, parser: parser)
        for _ in 0..<20 where input.count > 1 {
            let cuts = (0..<Int.random(in: 1...8, using: &random)).map { _ in
                Int.random(in: 0...input.count, using: &random)
            }
            #expect(ParserOutcome(of: input, cutAt: cuts.sorted(), parser: parser) == whole)
        }
    }
}

extension Vector: CustomTestStringConvertible {
    public var testDescription: String { name }
}

import CVector
import Testing

@testable import WebSocket

@Suite("UTF-8 validator")
struct UTF8ValidatorTests {
    /// The borders of what a second, third or fourth byte may be behind any lead byte, and a neighbour of each.
    private static let borders: [UInt8] = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]

    @Test(
        "agrees with the standard library on every lead byte and all borders behind it",
        arguments: 0x80...0xFF as ClosedRange<UInt8>
    )
    func agreesOnAllBorders(lead: UInt8) {
        var disagreements: [[UInt8]] = []
        for second in Self.borders {
            for third in Self.borders {
                for fourth in Self.borders {
                    // Text on both sides, so that the scalar is met by the steps for blocks of each size, and across them.
                    for (before, after) in [
                        (0, 40), (2, 13), (8, 40), (0, 70), (15, 3), (16, 12), (30, 60), (32, 31), (62, 40), (63, 0),
                        (95, 9),
                    ] {
                        let text =
                            Array(repeating: 0x61, count: before) + [lead, second, third, fourth]
                            + Array(repeating: 0x62, count: after)
                        let isValid = (try? UTF8Span(validating: text.span)) != nil
                        if isText(text) != isValid || isTextByEveryProcessor(text) == !isValid {
                            disagreements.append(text)
                        }
                    }
                }
            }
        }
        #expect(disagreements.isEmpty)
    }

    @Test("takes every scalar there is, between others", arguments: 0...16)
    func takesEveryScalar(plane: UInt32) {
        var text = "start "
        for scalar in (plane << 16..<(plane + 1) << 16).compactMap(Unicode.Scalar.init) {
            text.unicodeScalars.append(scalar)
        }
        #expect(isText(Array(text.utf8)))
    }

    @Test("does not take a text that ends inside a scalar", arguments: ["é", "한", "🎉"])
    func refusesHalfScalars(scalar: String) {
        for length in 0..<70 {
            let text = Array(
                (String(repeating: "한a", count: length / 4) + String(repeating: "a", count: length % 4) + scalar).utf8
            )
            #expect(isText(text))
            #expect(!isText(text.dropLast()))
            #expect(isTextByEveryProcessor(text) != false)
            #expect(isTextByEveryProcessor(text.dropLast()) != true)
        }
    }

    private func isText(_ bytes: [UInt8]) -> Bool { UTF8Validator.isText(bytes.span) }

    /// What the function comes to that is compiled for the least of processors; nil for texts too short for it.
    private func isTextByEveryProcessor(_ bytes: [UInt8]) -> Bool? {
        bytes.count < 64 ? nil : utf8_check(bytes, bytes.count)
    }
}

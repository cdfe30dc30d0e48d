import Foundation
import Testing

@testable import stomp_vectors

@Suite("Vector files")
struct VectorsToolTests {
    private func vector(_ json: String) throws -> Vector {
        try JSONDecoder().decode(Vector.self, from: Data(json.utf8))
    }

    /// `RECEIPT\nk:v\n\n\0`
    private static let input = "UkVDRUlQVAprOnYKCgA="

    @Test("a vector that is right passes")
    func passes() throws {
        let check = VectorCheck(
            try vector(
                #"{"name":"n","input":"\#(Self.input)","frames":[{"command":"RECEIPT","headers":[["k","v"]],"body":""}]}"#
            )
        )
        #expect(check.failures == [])
        #expect(check.sampledSplits == nil)
    }

    @Test(
        "a vector that is wrong fails, with a limit on how often that is said",
        arguments: [
            #""frames":[]"#, #""frames":[{"command":"RECEIPT","headers":[],"body":""}]"#,
            #""frames":[{"command":"RECEIPT","headers":[["k","v"]],"body":"AA=="}]"#,
            #""frames":[{"command":"RECEIPT","headers":[["k","v"]],"body":""}],"heartbeats":1"#,
            #""frames":[{"command":"RECEIPT","headers":[["k","v"]],"body":""}],"error":"badHeader""#,
            #""error":"badHeader""#, #""limits":{"headers":0},"error":"headerTooLong""#, #""version":"3.0""#,
            #""limits":{"lines":1}"#, #""frames":[{"command":"RECEIPT","headers":[["k"]],"body":""}]"#,
        ]
    )
    func fails(_ rest: String) throws {
        let failures = VectorCheck(try vector(#"{"name":"n","input":"\#(Self.input)",\#(rest)}"#)).failures
        #expect((1...4).contains(failures.count))
    }

    @Test(
        "limits have the names that files use",
        arguments: [
            (#""headers":0"#, "tooManyHeaders"), (#""headerCount":0"#, "tooManyHeaders"),
            (#""headerLine":2"#, "headerTooLong"),
        ]
    )
    func limits(_ limit: String, _ error: String) throws {
        let check = VectorCheck(
            try vector(#"{"name":"n","input":"\#(Self.input)","limits":{\#(limit)},"error":"\#(error)"}"#)
        )
        #expect(check.failures == [])
    }

    @Test("a long input is split at both ends and between", arguments: [0, 1, 2, 5000, 70_000, 10_000_000])
    func splits(_ count: Int) {
        let splits = VectorCheck.splits(of: count)
        #expect(splits == Array(Set(splits)).sorted())
        if count <= 5000 {
            #expect(splits.count == max(count - 1, 0))
        } else {
            #expect(splits.first == 1 && splits.last == count - 1)
            #expect(splits.count <= 32_000_000 / count + 66)
        }
    }

    @Test(
        "a file of no use is told in one line that names it",
        arguments: [
            "", "{", "[]", #"{"cases":[{"name":"x"}]}"#, #"{"cases":[{"name":"x","input":"*"}]}"#, #"{"cases":{}}"#,
        ]
    )
    func badFile(_ text: String) throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "vectors-\(UUID().uuidString).json")
        try Data(text.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let error = #expect(throws: VectorFileError.self) { try VectorFile(path: url.path()) }
        #expect(error?.description.hasPrefix(url.path()) == true)
        #expect(error?.description.contains("\n") == false)
    }

    @Test("a file that is not there is told")
    func noFile() {
        let error = #expect(throws: VectorFileError.self) { try VectorFile(path: "/nowhere/vectors.json") }
        #expect(error?.description == "/nowhere/vectors.json: can't be read: there is no such file")
    }
}

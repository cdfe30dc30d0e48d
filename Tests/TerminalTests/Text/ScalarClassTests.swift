import Testing

@testable import Terminal

@Suite("Scalar classes")
struct ScalarClassTests {
    @Test("The table ascends, begins at 0 and names only known classes")
    func table() {
        let starts = ScalarClass.table.map { $0 >> 4 }
        #expect(starts.first == 0)
        #expect(zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 })
        #expect(ScalarClass.table.allSatisfy { ScalarClass(rawValue: UInt8($0 & 15)) != nil })
    }

    @Test("Shortcuts agree with the table")
    func shortcuts() {
        let table = ScalarClass.table
        for (range, expected) in [
            (0x20...0x7E, ScalarClass.narrow), (0xAC00...0xD7A3, .wide), (0x4E00...0x9FFF, .wide),
        ] {
            for value in [range.lowerBound, range.upperBound] {
                let entry = table.last { Int($0 >> 4) <= value }
                #expect(entry.flatMap { ScalarClass(rawValue: UInt8($0 & 15)) } == expected)
            }
        }
    }
}

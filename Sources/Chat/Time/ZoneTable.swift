import Glibc

/// A zone of the system's database, read by name (RFC 8536), so that several can be in use at once.
public struct ZoneTable: Sendable, Hashable {
    private let name: String
    /// From when on which distance from UTC holds, both in seconds.
    private let changes: [Change]
    private let first: Int
    private let rule: ZoneRule?

    private struct Change: Sendable, Hashable {
        let moment: Int64
        let secondsEast: Int
    }

    /// Above this it is no zone.
    private static let largest = 1 << 20

    /// Reads it; nil where there is no such zone.
    public init?(_ name: String) {
        guard let first = name.first, first != "/", first != ".", name.utf8.count <= 100,
            !name.split(separator: "/").contains("..")
        else { return nil }
        let folder = getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
        guard let bytes = ZoneTable.read("\(folder)/\(name)") else { return nil }
        self.init(name, bytes)
    }

    /// Reads the content of a file of the database.
    init?(_ name: String, _ bytes: [UInt8]) {
        var reader = Reader(bytes: bytes)
        guard let old = reader.header() else { return nil }
        // The first part is for programs with times of 32 bits.
        reader.place += old.version >= 2 ? old.count(timeSize: 4) : 0
        guard let header = old.version >= 2 ? reader.header() : old else { return nil }
        let timeSize = old.version >= 2 ? 8 : 4
        guard header.types > 0, reader.place + header.count(timeSize: timeSize) <= bytes.count else { return nil }
        let moments = (0..<header.times).map { _ in reader.number(timeSize) }
        let kinds = (0..<header.times).map { _ in Int(reader.number(1)) & 0xFF }
        let offsets = (0..<header.types).map { _ in
            defer { reader.place += 2 }
            return Int(reader.number(4))
        }
        guard kinds.allSatisfy(offsets.indices.contains) else { return nil }
        self.name = name
        changes = zip(moments, kinds).map { Change(moment: $0, secondsEast: offsets[$1]) }
        first = offsets[0]
        reader.place += header.rest(timeSize: timeSize)
        let footer = old.version >= 2 ? bytes[min(reader.place, bytes.count)...] : []
        rule = ZoneRule(String(decoding: footer, as: UTF8.self).filter { $0 != "\n" })
    }

    /// The distance from UTC at a moment, in seconds.
    func secondsEast(at seconds: Int64) -> Int {
        guard let last = changes.last, seconds < last.moment else {
            return rule?.secondsEast(at: seconds) ?? changes.last?.secondsEast ?? first
        }
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].moment <= seconds { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? first : changes[low - 1].secondsEast
    }

    private static func read(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while case let count = Glibc.read(descriptor, &chunk, chunk.count), count > 0, bytes.count <= largest {
            bytes += chunk[..<count]
        }
        return bytes
    }

    /// Reads numbers in the order of the network.
    private struct Reader {
        let bytes: [UInt8]
        var place = 0

        mutating func header() -> Header? {
            guard bytes.count >= place + 44, bytes[place..<(place + 4)].elementsEqual("TZif".utf8) else { return nil }
            let version = bytes[place + 4]
            place += 20
            let counts = (0..<6).map { _ in Int(number(4)) }
            guard counts.allSatisfy({ (0...100_000).contains($0) }) else { return nil }
            return Header(
                version: version == 0 ? 1 : 2,
                isUTC: counts[0],
                isStandard: counts[1],
                leaps: counts[2],
                times: counts[3],
                types: counts[4],
                letters: counts[5]
            )
        }

        /// A signed number.
        mutating func number(_ size: Int) -> Int64 {
            defer { place += size }
            guard place + size <= bytes.count else { return 0 }
            let value = bytes[place..<(place + size)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let shift = 64 - size * 8
            return Int64(bitPattern: value << shift) >> shift
        }
    }

    private struct Header {
        let version, isUTC, isStandard, leaps, times, types, letters: Int

        /// The bytes behind it.
        func count(timeSize: Int) -> Int { times * (timeSize + 1) + types * 6 + rest(timeSize: timeSize) }

        /// The bytes behind times and types.
        func rest(timeSize: Int) -> Int { letters + leaps * (timeSize + 4) + isStandard + isUTC }
    }
}

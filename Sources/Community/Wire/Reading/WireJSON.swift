import FoundationEssentials

/// Reads and writes the JSON of the community contract; everything on the wire goes through here.
package enum WireJSON {
    /// A value that was read, and what had to be left out of its lists.
    package struct Reading<Value: Sendable>: Sendable {
        /// The value.
        package var value: Value
        /// One fault for each list element that was dropped, in the order met; at most ``droppedLimit`` are kept.
        package var dropped: [WireFault]
        /// How many elements were dropped.
        package var droppedCount: Int
    }

    /// How many faults of dropped elements are kept; all are counted.
    package static let droppedLimit = 20

    /// Reads a value; broken elements of its lists are dropped and counted.
    package static func read<Value: Decodable & Sendable>(
        _ type: Value.Type,
        from bytes: some Sequence<UInt8>
    ) throws(WireFault) -> Reading<Value> {
        let losses = WireLosses()
        let decoder = JSONDecoder()
        if let key = WireLosses.key { decoder.userInfo[key] = losses }
        do {
            let value = try decoder.decode(type, from: Data(bytes))
            let (dropped, count) = losses.taken
            return Reading(value: value, dropped: dropped, droppedCount: count)
        } catch {
            throw WireFault(error)
        }
    }

    /// Writes a value in the form named.
    ///
    /// - Throws: `WireFault` if a number in it can't be written, which no value of the contract does.
    package static func write(_ value: some Encodable, form: WireForm = .numbers) throws(WireFault) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if let key = WireForm.key { encoder.userInfo[key] = form }
        do {
            return [UInt8](try encoder.encode(value))
        } catch {
            throw WireFault(path: "", problem: .unreadable(expected: "a value that JSON can hold"))
        }
    }
}

import Synchronization

/// Counts the list elements dropped while one text is read.
final class WireLosses: Sendable {
    static let key = CodingUserInfoKey(rawValue: "bobbin.wire.losses")

    private let state = Mutex<(faults: [WireFault], count: Int)>(([], 0))

    var taken: (faults: [WireFault], count: Int) { state.withLock { $0 } }

    func add(_ fault: WireFault) {
        state.withLock { state in
            state.count += 1
            if state.faults.count < WireJSON.droppedLimit { state.faults.append(fault) }
        }
    }
}

/// A list that drops the elements it can't read.
struct WireList<Element: Decodable>: Decodable {
    let elements: [Element]

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let losses = WireLosses.key.flatMap { decoder.userInfo[$0] as? WireLosses }
        var elements: [Element] = []
        while !container.isAtEnd {
            // A decoder of its own moves the cursor on, whether or not the element can be read.
            let element = try container.superDecoder()
            do {
                elements.append(try Element(from: element))
            } catch {
                losses?.add(WireFault(error))
            }
        }
        self.elements = elements
    }
}

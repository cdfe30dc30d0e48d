/// Elements in order: appended at the end, taken from the front, both in constant time on average.
struct Fifo<Element: Sendable>: Sendable {
    private var storage: [Element] = []
    private var head = 0

    var count: Int { storage.count - head }
    var isEmpty: Bool { count == 0 }
    var first: Element? { isEmpty ? nil : storage[head] }
    /// What is in it, from the front.
    var elements: ArraySlice<Element> { storage[head...] }

    mutating func append(_ element: Element) {
        storage.append(element)
    }

    mutating func append(contentsOf elements: some Sequence<Element>) {
        storage.append(contentsOf: elements)
    }

    mutating func replaceFirst(with element: Element) {
        storage[head] = element
    }

    /// Takes up to `limit` elements.
    @discardableResult
    mutating func take(_ limit: Int) -> [Element] {
        let taken = Array(storage[head..<head + min(limit, count)])
        head += taken.count
        // Moving the rest up only once half is gone keeps taking linear.
        if head > storage.count / 2 {
            storage.removeFirst(head)
            head = 0
        }
        return taken
    }

    @discardableResult
    mutating func takeFirst() -> Element? { take(1).first }

    @discardableResult
    mutating func takeAll() -> [Element] { take(count) }
}

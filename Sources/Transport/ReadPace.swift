import Synchronization

/// Lets others on the reader's actor run now and then, though there is always something to read.
///
/// Reads that find bytes don't suspend; a reader in a loop would keep its actor, its timers included, waiting for ever.
final class ReadPace: Sendable {
    private static let readsInARow = 64
    private let count = Atomic(0)

    /// Yields if it is time to.
    func keep() async {
        guard count.wrappingAdd(1, ordering: .relaxed).newValue >= Self.readsInARow else { return }
        rest()
        await Task.yield()
    }

    /// The reader has waited, which let the others run.
    func rest() {
        count.store(0, ordering: .relaxed)
    }
}

import Stomp

/// Batches that the consumer has, kept so that the memory of large ones is used again once it has let go of them:
/// taking new pages from the system for each costs as much as parsing half of it.
struct LentBatches: Sendable {
    private var lent: [StompFrameBatch] = []
    /// Whether one was lent since it was asked last.
    private var isBusy = false

    /// As many as a full queue of events holds.
    private static let limit = 12
    /// Smaller ones cost the allocator nothing worth saving.
    private static let smallest = 64 * 1024

    /// Remembers a batch that is about to be handed over.
    mutating func lend(_ batch: StompFrameBatch) {
        guard batch.byteCount >= Self.smallest else { return }
        if lent.count == Self.limit { lent.removeFirst() }
        lent.append(batch)
        isBusy = true
    }

    var isEmpty: Bool { lent.isEmpty }

    /// Forgets the batches, and so gives their memory back, unless one was lent since the last call; whether there is
    /// nothing left to give back.
    mutating func giveBack() -> Bool {
        if !isBusy { lent = [] }
        isBusy = false
        return lent.isEmpty
    }

    /// An empty batch with room for `count` bytes of frames: one that came back, if there is one.
    mutating func next(reserving count: Int) -> StompFrameBatch {
        for index in lent.indices.reversed() where lent[index].isUnshared() {
            var batch = lent.remove(at: index)
            batch.removeAll()
            return batch
        }
        var batch = StompFrameBatch()
        batch.reserve(bytes: count)
        return batch
    }
}

import Chat

/// Something the list leads to: a thread, or a community that has none.
struct Place: Sendable, Equatable {
    let community: Int
    /// nil when the community has no thread.
    let thread: Int?
}

extension ChatState {
    /// Where the list leads, from the top.
    var places: [Place] {
        communities.indices.flatMap { index in
            let threads = communities[index].threads.indices
            return threads.isEmpty
                ? [Place(community: index, thread: nil)] : threads.map { Place(community: index, thread: $0) }
        }
    }

    /// The threads among them.
    var threadPlaces: [Place] { places.filter { $0.thread != nil } }

    /// Where we are.
    var place: Place { Place(community: current, thread: shown == nil ? nil : here.selected) }

    /// Puts a thread on the screen.
    mutating func show(_ place: Place) {
        guard communities.indices.contains(place.community), place != self.place else { return }
        if here.threads.indices.contains(here.selected) { here.threads[here.selected].leave() }
        current = place.community
        guard let thread = place.thread, communities[current].threads.indices.contains(thread) else { return }
        communities[current].selected = thread
    }

    func unread(at place: Place) -> Int {
        place.thread.map { communities[place.community].threads[$0].unreadCount } ?? 0
    }
}

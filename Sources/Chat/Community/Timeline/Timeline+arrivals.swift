// Messages of the server find their place here, whichever way they come.
extension Timeline {
    /// A message came live. One that is here already changes nothing.
    mutating func arrived(_ arrival: Arrival) -> [TimelineChange] {
        guard let serverID = arrival.message.serverID, ids[serverID] == nil else { return [] }
        let changes = place(arrival, ordinal: MessageOrdinal(serverID), isLive: true)
        return changes + trim()
    }

    /// A page of the past came, oldest first.
    ///
    /// - Parameter isLive: whether nobody can have seen what is new in it.
    mutating func merge(_ arrivals: [Arrival], isLive: Bool = false) -> [TimelineChange] {
        var changes: [TimelineChange] = []
        var run: [TimelineItem] = []
        var runEnd = 0
        for arrival in arrivals {
            guard let serverID = arrival.message.serverID else { continue }
            let ordinal = MessageOrdinal(serverID)
            if ids[serverID] != nil || arrival.clientID.map(ownIDs.contains) ?? false {
                if !run.isEmpty { changes.append(insertion(of: run, endingAt: runEnd, isLive: isLive)) }
                run = []
                changes +=
                    ids[serverID] == nil
                    ? place(arrival, ordinal: ordinal, isLive: isLive) : renew(arrival.message, serverID)
                continue
            }
            let index = insertionIndex(ordinal)
            if !run.isEmpty, index != runEnd {
                changes.append(insertion(of: run, endingAt: runEnd, isLive: isLive))
                run = []
            }
            rows.insert(.message(arrival.message, ordinal), at: index)
            ids[serverID] = arrival.message.id
            run.append(.message(arrival.message))
            runEnd = index + 1
        }
        if !run.isEmpty { changes.append(insertion(of: run, endingAt: runEnd, isLive: isLive)) }
        return changes
    }

    /// What the server says of a message that is here; its identifier stays.
    private mutating func renew(_ message: ChatMessage, _ serverID: String) -> [TimelineChange] {
        change(serverID: serverID) { known in
            // An older state may come later, by another way.
            if known.isDeleted && !message.isDeleted { return }
            if (known.editedAt ?? 0) > (message.editedAt ?? 0) && !message.isDeleted { return }
            let id = known.id
            known = message
            known.id = id
        }
    }

    private mutating func place(_ arrival: Arrival, ordinal: MessageOrdinal, isLive: Bool) -> [TimelineChange] {
        var message = arrival.message
        if let clientID = arrival.clientID, ownIDs.remove(clientID) != nil {
            message.id = clientID
            if let index = index(ofRow: clientID) { return confirm(message, ordinal, at: index) }
        }
        let index = insertionIndex(ordinal)
        rows.insert(.message(message, ordinal), at: index)
        ids[message.serverID ?? ""] = message.id
        return [insertion(of: [.message(message)], endingAt: index + 1, isLive: isLive)]
    }

    /// The server has named a message of our own: it stays where it is if that is its place.
    private mutating func confirm(_ message: ChatMessage, _ ordinal: MessageOrdinal, at index: Int) -> [TimelineChange]
    {
        ids[message.serverID ?? ""] = message.id
        let before = rows[..<index].lazy.reversed().compactMap(\.ordinal).first
        let after = rows[(index + 1)...].lazy.compactMap(\.ordinal).first
        if before.map({ $0 < ordinal }) ?? true, after.map({ ordinal < $0 }) ?? true {
            rows[index] = .message(message, ordinal)
            return [.updated(id: message.id, .message(message))]
        }
        rows.remove(at: index)
        let place = insertionIndex(ordinal)
        rows.insert(.message(message, ordinal), at: place)
        return [
            .removed(id: message.id), insertion(of: [.message(message)], endingAt: place + 1, isLive: false),
        ]
    }

    /// Before the next message of the server, else at the end; behind a gap that may stand before it.
    private func insertionIndex(_ ordinal: MessageOrdinal) -> Int {
        var place = rows.count
        for index in rows.indices.reversed() {
            guard let other = rows[index].ordinal else { continue }
            if other < ordinal { break }
            place = index
        }
        return place
    }
}

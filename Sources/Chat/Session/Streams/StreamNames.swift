import StompClient

/// Which threads are streams, and how people name them.
package enum StreamNames {
    /// No thread is a stream.
    case none
    /// Only these destinations are.
    case some(Set<String>)
    /// Every thread is; a name without `/` stands for the queue of that name.
    case all

    /// Whether the thread of a destination is a stream.
    package func isStream(_ destination: String) -> Bool {
        switch self {
        case .none: false
        case .some(let destinations): destinations.contains(destination)
        case .all: true
        }
    }

    /// The destination that a typed name means.
    package func destination(_ typed: String) -> String {
        if case .all = self { StreamQueue.destination(typed) } else { typed }
    }

    /// The thread of a destination.
    package func thread(_ destination: String) -> ChatThread {
        guard isStream(destination), destination.hasPrefix("/queue/") else {
            return ChatThread(destination: destination)
        }
        let name = destination.dropFirst("/queue/".count)
        return ChatThread(id: destination, title: name.isEmpty ? destination : String(name))
    }
}

extension StreamNames: Sendable {}

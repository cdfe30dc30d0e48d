/// Where the messages of a thread are sent to, for servers that take them elsewhere than they hand them out.
public struct SendDestination: Sendable, Equatable {
    /// A destination in which `{destination}` stands for the thread's own and `{name}` for what follows its last `/`.
    public let template: String
    /// Templates of threads that have one of their own, by the destination they are read from.
    public let exceptions: [String: String]
    /// Where the messages of rooms go, where there are rooms.
    package var rooms: RoomTemplates?

    /// The destination the thread is read from.
    public static let same = SendDestination("{destination}")

    /// Makes a rule of a template such as `/app/chat/{name}`.
    public init(_ template: String, exceptions: [String: String] = [:]) {
        self.template = template
        self.exceptions = exceptions
    }

    /// The destination for a thread's messages.
    public func destination(for thread: String) -> String {
        if exceptions[thread] == nil, let rooms, rooms.isRoom(thread),
            let destination = rooms.sendDestination(of: thread)
        {
            return destination
        }
        var result = ""
        var rest = Substring(exceptions[thread] ?? template)
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            rest = rest[open...]
            if rest.hasPrefix("{destination}") {
                result += thread
                rest = rest.dropFirst("{destination}".count)
            } else if rest.hasPrefix("{name}") {
                result += thread[(thread.lastIndex(of: "/").map(thread.index(after:)) ?? thread.startIndex)...]
                rest = rest.dropFirst("{name}".count)
            } else {
                result.append("{")
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }
}

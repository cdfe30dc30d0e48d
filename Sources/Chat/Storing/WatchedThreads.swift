/// Which threads a person has said they watch, or do not watch whatever the settings say; of others the settings speak.
struct WatchedThreads: Sendable, Equatable {
    /// The name of the value in the store.
    static let name = "watched"
    /// The most that are remembered.
    static let limit = 1000

    /// By the thread's identifier.
    private(set) var words: [String: Bool]

    init() { words = [:] }

    init(stored: [UInt8]?) {
        words = stored.flatMap { StoredJSON.read([String: Bool].self, from: $0) } ?? [:]
    }

    var stored: [UInt8] { StoredJSON.write(words) }

    /// - Parameter isThere: whether there still is a thread; of those that are gone the word goes when there are too many.
    mutating func watch(_ threadID: String, _ isOn: Bool, where isThere: (String) -> Bool) {
        if words[threadID] == nil, words.count >= WatchedThreads.limit {
            words = words.filter { isThere($0.key) }
            guard words.count < WatchedThreads.limit else { return }
        }
        words[threadID] = isOn
    }
}

import Chat

/// What the rows of messages depend on beside their thread.
struct RowContext {
    let zone: Zone
    let names: NameBook
    let reading: ReadingSettings
    let cache: ContentCache
    /// For hints.
    let keyMap: KeyMap
}

extension ChatState {
    /// For the thread on the screen.
    var rowContext: RowContext {
        RowContext(zone: zone, names: here.names, reading: reading, cache: cache, keyMap: keyMap)
    }
}

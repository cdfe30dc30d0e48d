extension Screen {
    /// Tells the person beside the screen, in each of these ways.
    ///
    /// - Parameter isInTmux: whether tmux stands between us and the terminal; it keeps what it does not know.
    public func alert(_ alert: TerminalAlert, by ways: [TerminalAlert.Way], isInTmux: Bool) {
        for way in ways { send(alert.sequence(way), way, isInTmux: isInTmux) }
    }

    /// Takes an alert away, where that is possible.
    public func withdraw(alert id: String, by ways: [TerminalAlert.Way], isInTmux: Bool) {
        for way in ways {
            if let sequence = TerminalAlert.withdrawal(of: id, way) { send(sequence, way, isInTmux: isInTmux) }
        }
    }

    private func send(_ sequence: String, _ way: TerminalAlert.Way, isInTmux: Bool) {
        // tmux has a bell of its own, for the pane.
        let bytes = Array((isInTmux && way != .bell ? TerminalAlert.throughTmux(sequence) : sequence).utf8)
        send(bytes, isString: way != .bell)
    }
}

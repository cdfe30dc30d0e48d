import Terminal

/// What the loop needs of a screen.
protocol Display: Actor {
    var size: (width: Int, height: Int) { get }
    func present(_ canvas: Canvas, title: SafeText?)
    func redraw()
    func suspend() -> Bool
    func resume()
    func pause()
    func copy(_ text: String) -> Bool
    func alert(_ alert: TerminalAlert, by ways: [TerminalAlert.Way], isInTmux: Bool)
    func withdraw(alert id: String, by ways: [TerminalAlert.Way], isInTmux: Bool)
}

extension Display {
    func pause() {}
    func copy(_ text: String) -> Bool { false }
}

extension Screen: Display {}

extension Display {
    func alert(_ alert: TerminalAlert, by ways: [TerminalAlert.Way], isInTmux: Bool) {}
    func withdraw(alert id: String, by ways: [TerminalAlert.Way], isInTmux: Bool) {}
}

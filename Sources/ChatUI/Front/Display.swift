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
}

extension Display {
    func pause() {}
    func copy(_ text: String) -> Bool { false }
}

extension Screen: Display {}

import Terminal

/// A size as people read it: `812 B`, `34 KiB`, `1.5 MiB`.
struct ByteCountText {
    let text: SafeText

    init(_ bytes: Int) {
        let bytes = max(0, bytes)
        let units: [SafeText] = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
        var (unit, whole, rest) = (0, bytes, 0)
        while whole >= 1024, unit < units.count - 1 {
            rest = whole % 1024
            whole /= 1024
            unit += 1
        }
        let tenth = rest * 10 / 1024
        text = unit > 0 && whole < 10 && tenth > 0 ? "\(whole).\(tenth) \(units[unit])" : "\(whole) \(units[unit])"
    }
}

import Terminal

/// The colours of letters on terminals that have eight or sixteen, whose exact shades are each terminal's own.
///
/// On a ground nobody knows there are only those that can be read on black and on white alike. Of eight colours, those
/// from 8 on are bold letters of the first eight, which some terminals draw brighter and some do not.
struct FewColors {
    /// The colours of names.
    let senders: [UInt8]
    private let blue: UInt8
    private let red: UInt8
    private let teal: UInt8

    /// Nil where there are none, or more.
    init?(count: Int, on shade: Shade?) {
        guard (8..<256).contains(count) else { return nil }
        switch shade {
        case .dark:
            let both: [UInt8] = [2, 3, 5, 6, 9, 10, 11, 13, 14]
            senders = count < 16 ? both : both + [12]
            (blue, red, teal) = (count < 16 ? 6 : 12, 9, 6)
        case .light:
            senders = [1, 4, 5, 9, 12]
            (blue, red, teal) = (4, 1, 5)
        case nil:
            senders = count < 16 ? [1, 5, 9, 13] : [1, 5, 9, 12, 13]
            (blue, red, teal) = (count < 16 ? 5 : 12, 9, 5)
        }
    }

    /// How a part looks that by itself has one of the 256 colours; nil where it has none.
    func looks(of style: Style) -> Style? {
        var style = style
        switch style.foreground {
        case .palette(33): style.foreground = .palette(blue)
        case .palette(160): style.foreground = .palette(red)
        case .palette(30): style.foreground = .palette(teal)
        default: return nil
        }
        return style
    }
}

/// Turns what a terminal sends into keys.
///
/// Pure: bytes in, keys out. Keys don't depend on how the bytes were cut into reads; only silence can change them, when
/// the driver calls ``flush()`` after ``flushDelay``. Knows the sequences of xterm, tmux, screen, rxvt and the Linux
/// console, xterm's modifyOtherKeys and the kitty keyboard protocol. Memory is bounded, whatever comes.
public struct KeyDecoder: Sendable {
    /// The most bytes of a sequence that are kept; the rest of a longer one is swallowed.
    public static let maximumSequenceLength = 64

    private enum State {
        case ground
        /// A letter has begun and wants more bytes.
        case letter(alt: Bool, length: Int)
        case escape
        /// Escape twice: two keys, or the prefix that means Alt before a sequence.
        case escapeTwice
        /// After `ESC [`.
        case controlSequence(alt: Bool)
        /// After `ESC [ [`, the Linux console's F1 to F5.
        case linuxFunction(alt: Bool)
        /// After `ESC [ M`: three bytes of an old mouse report.
        case mouse(missing: Int)
        /// After `ESC O`.
        case singleShift(alt: Bool)
        /// Inside an OSC, DCS, APC, PM or SOS string: a reply to a question somebody asked.
        case string(introducer: UInt8, afterEscape: Bool)
        /// Behind the beginning of an answer about the background that stopped for long: its rest is no typing.
        case lateAnswer(afterEscape: Bool)
        case paste
    }

    private var state = State.ground
    /// The bytes of the sequence or letter that is open, without its escape characters and introducer.
    private var collected: [UInt8] = []
    private var paste = PasteCollector()
    private var keys: [Key] = []

    public init() {}

    /// Whether bytes wait for more to come.
    public var isPending: Bool { flushDelay != nil }

    /// How long the terminal must be silent before ``flush()`` may be called; nil when there is nothing to wait for.
    public var flushDelay: Duration? {
        switch state {
        case .ground, .lateAnswer(afterEscape: false): nil
        case .string where !collected.isEmpty: .seconds(1)
        // Only answers of terminals begin so.
        case .controlSequence where collected.first == 0x3F: .seconds(1)
        // A slow line may stop in the middle of a paste, and its rest must not be taken for typing.
        case .paste: paste.isEmpty ? .seconds(3) : .milliseconds(50)
        default: .milliseconds(50)
        }
    }

    /// Takes in the bytes of one read.
    public mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
        for byte in bytes { receive(byte) }
        return takeKeys()
    }

    /// Settles what is open, since nothing followed it: a lone escape character is the Escape key.
    ///
    /// Of an open paste, what has come is delivered; at the next call with nothing new, it counts as ended.
    public mutating func flush() -> [Key] {
        switch state {
        case .ground, .lateAnswer(afterEscape: false): return takeKeys()
        case .lateAnswer: keys.append(.named(.escape))
        case .paste:
            let isOver = paste.isEmpty
            if let text = paste.takeText(isWhole: isOver) { keys.append(.paste(text)) }
            if isOver { endPaste() }
            return takeKeys()
        case .letter, .mouse, .linuxFunction: giveUp()
        case .escape: keys.append(.named(.escape))
        case .escapeTwice: keys += [.named(.escape), .named(.escape)]
        case .controlSequence(let alt): settle(alt: alt, introducer: "[")
        case .singleShift(let alt): settle(alt: alt, introducer: "O")
        case .string(let introducer, let afterEscape):
            settle(alt: false, introducer: Character(Unicode.Scalar(introducer)))
            if introducer == 0x5D, Shade.canBeginBackgroundReport(collected) {
                state = .lateAnswer(afterEscape: afterEscape)
                return takeKeys()
            }
        }
        toGround()
        return takeKeys()
    }

    private mutating func takeKeys() -> [Key] {
        defer { keys = [] }
        return keys
    }

    private mutating func toGround() {
        state = .ground
        collected.removeAll(keepingCapacity: true)
    }

    private mutating func receive(_ byte: UInt8) {
        switch state {
        case .ground: receiveInGround(byte, alt: false)
        case .letter(let alt, let length): receiveInLetter(byte, alt: alt, length: length)
        case .escape: receiveAfterEscape(byte, alt: false)
        case .escapeTwice: receiveAfterEscape(byte, alt: true)
        case .controlSequence(let alt): receiveInControlSequence(byte, alt: alt)
        case .linuxFunction(let alt): receiveInLinuxFunction(byte, alt: alt)
        case .mouse(let missing): receiveInMouse(byte, missing: missing)
        case .singleShift(let alt): receiveInSingleShift(byte, alt: alt)
        case .string(let introducer, let afterEscape):
            receiveInString(byte, introducer: introducer, afterEscape: afterEscape)
        case .lateAnswer(let afterEscape): receiveInLateAnswer(byte, afterEscape: afterEscape)
        case .paste: receiveInPaste(byte)
        }
    }
}

// MARK: Letters

extension KeyDecoder {
    private mutating func receiveInGround(_ byte: UInt8, alt: Bool) {
        toGround()
        switch byte {
        case 0x1B: state = .escape
        case 0x00...0x1F, 0x7F: keys.append(.control(byte: byte, alt: alt))
        case 0x20...0x7E: append(Unicode.Scalar(byte), alt: alt)
        case 0xC2...0xF4:
            state = .letter(alt: alt, length: byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4)
            collected.append(byte)
        default: keys.append(.unknown(alt ? [0x1B, byte] : [byte]))
        }
    }

    private mutating func receiveInLetter(_ byte: UInt8, alt: Bool, length: Int) {
        guard byte & 0xC0 == 0x80 else {
            giveUp()
            return receiveInGround(byte, alt: false)
        }
        collected.append(byte)
        guard collected.count == length else { return }
        let letters = String(decoding: collected, as: UTF8.self).unicodeScalars
        // U+0080 to U+009F are controls, and ill-formed bytes make more than one U+FFFD.
        if letters.count == 1, let scalar = letters.first, scalar.value > 0x9F {
            append(scalar, alt: alt)
        } else {
            giveUp()
        }
        toGround()
    }

    private mutating func append(_ scalar: Unicode.Scalar, alt: Bool) {
        keys.append(alt ? .alt(Character(scalar)) : .character(Character(scalar)))
    }
}

// MARK: Sequences

extension KeyDecoder {
    private mutating func receiveAfterEscape(_ byte: UInt8, alt: Bool) {
        switch byte {
        case 0x1B:
            if alt { keys.append(.named(.escape)) }
            state = .escapeTwice
        case 0x5B: state = .controlSequence(alt: alt)
        case 0x4F: state = .singleShift(alt: alt)
        case 0x5D, 0x50, 0x58, 0x5E, 0x5F:
            if alt { keys.append(.named(.escape)) }
            state = .string(introducer: byte, afterEscape: false)
        default:
            if alt { keys.append(.named(.escape)) }
            receiveInGround(byte, alt: true)
        }
    }

    private mutating func receiveInControlSequence(_ byte: UInt8, alt: Bool) {
        switch byte {
        case 0x5B where collected.isEmpty: state = .linuxFunction(alt: alt)
        case 0x4D where collected.isEmpty:
            collect(byte)
            state = .mouse(missing: 3)
        // rxvt ends Shift with a function key in a dollar sign; elsewhere that is followed by a final byte.
        case 0x24 where !collected.isEmpty && collected.allSatisfy { (0x30...0x39).contains($0) },
            0x40...0x7E:
            end(ControlSequence(collected, final: byte), alt: alt)
        case 0x20...0x3F: collect(byte)
        default: abandonSequence(before: byte)
        }
    }

    private mutating func end(_ sequence: ControlSequence, alt: Bool) {
        switch sequence.meaning {
        case .key(let key): keys.append(alt ? key.withAlt : key)
        case .nothing: break
        case .pasteBegins:
            toGround()
            state = .paste
            return
        case .unknown: keys.append(.unknown([0x1B, 0x5B] + collected + [sequence.final]))
        }
        toGround()
    }

    private mutating func receiveInLinuxFunction(_ byte: UInt8, alt: Bool) {
        guard (0x41...0x45).contains(byte) else {
            keys.append(.unknown([0x1B, 0x5B, 0x5B]))
            return receiveInGround(byte, alt: false)
        }
        keys.append(.named(.function(Int(byte) - 0x40), alt ? .alt : []))
        toGround()
    }

    private mutating func receiveInMouse(_ byte: UInt8, missing: Int) {
        collect(byte)
        state = .mouse(missing: missing - 1)
        guard missing == 1 else { return }
        keys.append(.unknown([0x1B, 0x5B] + collected))
        toGround()
    }

    private mutating func receiveInSingleShift(_ byte: UInt8, alt: Bool) {
        switch byte {
        case 0x30...0x39, 0x3B: collect(byte)
        case 0x20, 0x40...0x7E:
            if let key = ControlSequence(collected, final: byte).singleShiftKey {
                keys.append(alt ? key.withAlt : key)
            } else {
                keys.append(.unknown([0x1B, 0x4F] + collected + [byte]))
            }
            toGround()
        default: abandonSequence(before: byte)
        }
    }

    private mutating func receiveInString(_ byte: UInt8, introducer: UInt8, afterEscape: Bool) {
        switch byte {
        case 0x5C where afterEscape, 0x07 where introducer == 0x5D:
            if introducer == 0x5D, let shade = Shade(backgroundReport: collected) {
                keys.append(.shade(shade))
            } else {
                giveUp()
            }
            toGround()
        case _ where afterEscape:
            giveUp()
            toGround()
            receiveAfterEscape(byte, alt: false)
        case 0x1B: state = .string(introducer: introducer, afterEscape: true)
        // No reply holds a control: somebody pressed Alt with the introducer, and then a key.
        case 0x00...0x1F: abandonSequence(before: byte)
        // The terminal stopped for good in the middle of its answer, and somebody types.
        case _ where introducer == 0x5D && Shade.isBackgroundReport(collected, endedBy: byte):
            giveUp()
            toGround()
            receiveInGround(byte, alt: false)
        default: collect(byte)
        }
    }

    private mutating func receiveInLateAnswer(_ byte: UInt8, afterEscape: Bool) {
        switch byte {
        case 0x5C where afterEscape, 0x07:
            if let shade = Shade(backgroundReport: collected) { keys.append(.shade(shade)) }
            toGround()
        case _ where afterEscape:
            toGround()
            receiveAfterEscape(byte, alt: false)
        case 0x1B: state = .lateAnswer(afterEscape: true)
        case _ where Shade.canBeginBackgroundReport(collected + [byte]): collect(byte)
        default: receiveInGround(byte, alt: false)
        }
    }

    private mutating func collect(_ byte: UInt8) {
        if collected.count < Self.maximumSequenceLength { collected.append(byte) }
    }

    /// What came so far has no end; `byte` begins something new.
    private mutating func abandonSequence(before byte: UInt8) {
        let settled = flush()
        keys += settled
        receiveInGround(byte, alt: false)
    }

    /// A sequence that stops at its introducer was Alt with that letter.
    private mutating func settle(alt: Bool, introducer: Character) {
        if alt { keys.append(.named(.escape)) }
        if collected.isEmpty { keys.append(.alt(introducer)) } else { giveUp() }
    }

    /// Reports the open bytes, with the introducer that is no longer stored, as meaningless.
    private mutating func giveUp() {
        switch state {
        case .letter(let alt, _): keys.append(.unknown((alt ? [0x1B] : []) + collected))
        case .controlSequence, .mouse: keys.append(.unknown([0x1B, 0x5B] + collected))
        case .linuxFunction: keys.append(.unknown([0x1B, 0x5B, 0x5B]))
        case .singleShift: keys.append(.unknown([0x1B, 0x4F] + collected))
        case .string(let introducer, _): keys.append(.unknown([0x1B, introducer] + collected))
        case .ground, .escape, .escapeTwice, .lateAnswer, .paste: break
        }
    }
}

// MARK: Paste

extension KeyDecoder {
    private mutating func receiveInPaste(_ byte: UInt8) {
        switch paste.add(byte) {
        case .nothing: break
        case .chunk(let text): keys.append(.paste(text))
        case .end:
            if let text = paste.takeText(isWhole: true) { keys.append(.paste(text)) }
            endPaste()
        }
    }

    private mutating func endPaste() {
        paste = PasteCollector()
        toGround()
    }
}

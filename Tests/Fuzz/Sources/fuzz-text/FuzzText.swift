import Terminal

/// Whatever bytes come, the text made of them holds only what terminals draw, in the width it claims.
@c(LLVMFuzzerTestOneInput)
public func fuzzText(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    let text = SafeText(bytes: bytes)
    check(text)
    let raw = String(decoding: bytes, as: UTF8.self)
    check(raw, bytes)
    let name = SafeText(name: raw)
    check(name)
    precondition(name.width <= SafeText.maximumNameWidth, "a name is too wide")
    SafeText.lines(of: raw).forEach(check)
    // Safe text is safe already.
    precondition(SafeText(text.text, lines: .single).text == text.text, "safe text changed when made safe again")
    for width in [1, 2, 7] { checkLayout(of: text, width: width) }
    return 0
}

/// Lines that a terminal lays out hold nothing that it acts on but tabs. A trap is what the fuzzer keeps as a finding.
private func check(_ raw: String, _ bytes: [UInt8]) {
    var (read, exact, name, again): ([UInt8], [UInt8], [UInt8], [UInt8]) = ([], [], [], [])
    LineText.append(bytes.span, to: &read)
    LineText.append(exact: bytes.span, to: &exact)
    LineText.append(name: raw, to: &name)
    for line in [read, exact, name] {
        guard let text = String(validating: line, as: UTF8.self) else { fatalError("a line is ill-formed") }
        for scalar in text.unicodeScalars where scalar != "\t" {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: fatalError("a control got through")
            default: precondition(!scalar.properties.isBidiControl, "a direction control got through")
            }
        }
    }
    LineText.append(read.span, to: &again)
    precondition(again == read, "a safe line changed when made safe again")
}

private func checkLayout(of text: SafeText, width: Int) {
    let lines = text.wrapped(to: width)
    precondition(!lines.isEmpty && lines.allSatisfy { $0.width <= width }, "a line is too wide")
    precondition(text.truncated(to: width).width <= width, "not truncated")
    var canvas = Canvas(width: width, height: 2)
    for (index, line) in lines.enumerated() { canvas.put(line, column: index % 3 - 1, row: index % 2) }
    for row in 0..<2 {
        let cells = Array(canvas.row(row))
        for (column, cell) in cells.enumerated() where cell.text.isEmpty {
            precondition(column > 0 && !cells[column - 1].text.isEmpty, "half a wide letter is left")
        }
    }
}

private func check(_ text: SafeText) {
    precondition(text.width == text.graphemes.reduce(0) { $0 + $1.width }, "the widths don't add up")
    for grapheme in text.graphemes {
        precondition((1...2).contains(grapheme.width), "a letter without a width")
        precondition(grapheme.text.unicodeScalars.count <= 5, "more marks than a cell holds")
        for scalar in grapheme.text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                fatalError("U+\(String(scalar.value, radix: 16)) got through")
            default: precondition(!scalar.properties.isDefaultIgnorableCodePoint, "an invisible letter got through")
            }
        }
    }
}

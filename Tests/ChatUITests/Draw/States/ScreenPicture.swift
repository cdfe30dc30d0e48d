import Foundation
import Terminal
import Testing

@testable import ChatUI

/// A screen as a file that a person can read: the letters, then in the same places how they look.
///
/// `BOBBIN_WRITE_PICTURES=1 swift test --filter ScreenStateTests` writes the files anew; what changed is seen in a diff.
struct ScreenPicture {
    let text: String

    private static let letters: [ThemePart: Character] = [
        .faint: "f", .strong: "s", .selected: "S", .unread: "u", .mention: "m", .found: "F", .code: "c", .quoted: "q",
        .link: "l", .line: "-", .new: "n", .failed: "x", .status: "=", .statusBad: "!",
    ]
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Pictures")
    static let isWriting = ProcessInfo.processInfo.environment["BOBBIN_WRITE_PICTURES"] == "1"

    init(_ canvas: Canvas) {
        var lines = canvas.rows
        if let cursor = canvas.cursor { lines.append("cursor: row \(cursor.row), column \(cursor.column)") }
        lines.append("looks:")
        for row in 0..<canvas.height {
            let looks = canvas.row(row).map { cell -> Character in ScreenPicture.letter(for: cell) }
            lines.append(String(looks).withoutTrailingBlanks)
        }
        text = lines.joined(separator: "\n") + "\n"
    }

    private static func letter(for cell: Canvas.Cell) -> Character {
        if cell.style.attributes.contains(.reverse), !ScreenPicture.isReverse(cell.style.role) { return "#" }
        if cell.style.role >= Theme.firstSenderRole { return "@" }
        if let part = ThemePart.allCases.first(where: { $0.role == cell.style.role }) { return letters[part] ?? "?" }
        if cell.style == .plain { return cell.text == " " ? " " : "." }
        return cell.style.attributes.contains(.bold) ? "b" : cell.style.attributes.contains(.italic) ? "i" : "+"
    }

    /// Whether a part is reversed by itself, and not because it is chosen.
    private static func isReverse(_ role: UInt8) -> Bool {
        ThemePart.allCases.contains { $0.role == role && Theme.style(of: $0).attributes.contains(.reverse) }
    }

    /// Compares with the file of this name, or writes it.
    func expect(_ name: String, at location: SourceLocation = #_sourceLocation) throws {
        let file = ScreenPicture.folder.appending(path: name + ".txt")
        if ScreenPicture.isWriting { return try Data(text.utf8).write(to: file) }
        let known = try String(decoding: Data(contentsOf: file), as: UTF8.self)
        #expect(known == text, "\(name) is now:\n\(text)", sourceLocation: location)
    }

    /// The names of all files there are.
    static func names() throws -> Set<String> {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path())
        return Set(files.filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) })
    }
}

/// A state of the screen that has a picture.
struct ScreenState: Sendable, CustomTestStringConvertible {
    let name: String
    let make: @Sendable () -> ChatScript

    init(_ name: String, _ make: @escaping @Sendable () -> ChatScript) {
        self.name = name
        self.make = make
    }

    var testDescription: String { name }
}

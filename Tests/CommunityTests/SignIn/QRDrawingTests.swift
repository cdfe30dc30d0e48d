import Testing

@testable import Community

@Suite("A QR code on the terminal")
struct QRDrawingTests {
    @Test("has a light border, three finders and lines of one width")
    func shape() throws {
        let drawing = try #require(QRDrawing("https://community.example.org/device?user_code=WDJB-MJHT", quietZone: 4))
        // 56 bytes take version 4: 33 modules.
        #expect(drawing.width == 41)
        #expect(drawing.lines.count == 21)
        #expect(drawing.lines.allSatisfy { $0.count == 41 })
        let light = String(repeating: "█", count: 41)
        #expect(drawing.lines[0] == light && drawing.lines[1] == light && drawing.lines[19] == light)
        // A finder is 7 dark modules in a row, one light around 3 by 3 dark, from the first row of the code on.
        let first = Array(drawing.lines[2])
        #expect(String(first[4..<11]) == " ▄▄▄▄▄ " && String(first[30..<37]) == " ▄▄▄▄▄ ")
        #expect(String(Array(drawing.lines[3])[4..<11]) == " █   █ ")
        #expect(
            String(Array(drawing.lines[16])[4..<11]) == " █   █ "
                || String(Array(drawing.lines[17])[4..<11]) == " █   █ "
        )
    }

    @Test("is not drawn of what does not fit or can't be told")
    func tooLong() {
        #expect(QRDrawing(String(repeating: "a", count: 3000)) == nil)
        #expect(QRDrawing("") == nil)
        #expect(QRDrawing("a\0b") == nil)
    }
}

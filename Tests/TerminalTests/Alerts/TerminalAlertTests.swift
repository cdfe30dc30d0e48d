import Testing

@testable import Terminal

@Suite("Alerts of a terminal")
struct TerminalAlertTests {
    private let alert = TerminalAlert(id: "bobbin1", title: "Ann; Lee", body: "4;50 \u{AC00}")

    @Test("each way has its sequence")
    func sequences() {
        #expect(alert.sequence(.bell) == "\u{7}")
        #expect(alert.sequence(.osc9) == "\u{1B}]9;Ann; Lee: 4;50 가\u{7}")
        #expect(alert.sequence(.osc777) == "\u{1B}]777;notify;Ann, Lee;4,50 가\u{7}")
        #expect(
            alert.sequence(.osc99)
                == "\u{1B}]99;i=bobbin1:d=0;Ann; Lee\u{1B}\\\u{1B}]99;i=bobbin1:p=body;4;50 가\u{1B}\\"
        )
        #expect(TerminalAlert.withdrawal(of: "bobbin1", .osc99) == "\u{1B}]99;i=bobbin1:p=close;\u{1B}\\")
        #expect(TerminalAlert.withdrawal(of: "bobbin1", .osc9) == nil)
    }

    @Test("a text that begins with a number is no other sequence")
    func number() {
        let alert = TerminalAlert(id: "x", title: "4", body: "1")
        #expect(!alert.sequence(.osc9).hasPrefix("\u{1B}]9;4"))
    }

    @Test("tmux hands it on with every escape doubled")
    func tmux() {
        #expect(TerminalAlert.throughTmux("\u{1B}]9;a\u{7}") == "\u{1B}Ptmux;\u{1B}\u{1B}]9;a\u{7}\u{1B}\\")
    }

    @Test("a long text is cut")
    func long() {
        let alert = TerminalAlert(
            id: "x",
            title: "t",
            body: SafeText(String(repeating: "가", count: 5000), lines: .single)
        )
        #expect(alert.sequence(.osc99).utf8.count < 2048)
    }
}

import CommandLineManual
import Testing

struct ManualPageTests {
    private let program = ProgramDescription(
        name: "spool",
        version: "1.2",
        itself: .init(
            name: "",
            summary: "Wind thread.",
            options: [.init(name: "help", letter: "h", help: "Show this help.")],
            notes: [".so /etc/passwd is text, and so is \\n."]
        ),
        commands: [
            .init(
                name: "turn",
                summary: "Turn it.",
                options: [.init(name: "times", value: .text, placeholder: "N", help: "How often; 'x' is none.")],
                operands: [.init("[SPOOL]", "Which.")],
                examples: [.init("spool turn \"a b\"", "turns one")]
            )
        ],
        environment: [.init("SPOOL", "The spool.")],
        exitCodes: [.init("0", "Done.")]
    )

    @Test("Each command has a page of its own beside the program's")
    func pages() {
        #expect(ManualPage.all(of: program).map(\.fileName) == ["spool.1", "spool-turn.1"])
    }

    @Test("A page holds usage, operands, options, exit codes and examples")
    func page() {
        let expected = """
            .TH "SPOOL\\-TURN" 1 "" "spool 1.2"
            .nh
            .ad l
            .SH NAME
            .PP
            spool\\-turn \\- turn it
            .SH SYNOPSIS
            .PP
            \\fBspool turn\\fR [\\fIOPTION\\fR]... \\fI[SPOOL]\\fR
            .SH OPERANDS
            .TP
            .B "[SPOOL]"
            Which.
            .SH OPTIONS
            .TP
            \\fB\\-\\-times\\fR \\fIN\\fR
            How often; \\(aqx\\(aq is none.
            .SH EXIT STATUS
            .TP
            .B "0"
            Done.
            .SH EXAMPLES
            .TP
            .B "spool turn \\(dqa b\\(dq"
            turns one
            .SH SEE ALSO
            .PP
            spool(1)

            """
        #expect(ManualPage(program.commands[0], of: program).text == expected)
    }

    @Test("No text is read as a macro or an escape")
    func escapes() {
        let page = ManualPage(program.itself, of: program).text
        #expect(page.contains("\n\\&.so /etc/passwd is text, and so is \\en.\n"))
    }
}

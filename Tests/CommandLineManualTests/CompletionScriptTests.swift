import CommandLineManual
import Testing

// That shells complete with them is in Tests/Package.
struct CompletionScriptTests {
    private let program = ProgramDescription(
        name: "spool",
        version: "1",
        itself: .init(name: "", summary: "Wind.", options: []),
        commands: [
            .init(
                name: "turn",
                summary: "Turn it: don't stop. Ever.",
                options: [
                    .init(name: "way", value: .choice(["left", "right"]), placeholder: "W", help: "Which [way].")
                ]
            )
        ],
        exitCodes: []
    )

    @Test("Words are quoted as each shell reads them, and only the first sentence is shown")
    func quoting() {
        let fish = CompletionScript.text(for: program, .fish)
        #expect(fish.contains("-a 'turn' -d 'Turn it: don\\'t stop'\n"))
        #expect(fish.contains("-l way -x -a 'left right' -d 'Which [way]'\n"))
        let zsh = CompletionScript.text(for: program, .zsh)
        #expect(zsh.contains("'turn:Turn it: don'\\''t stop'"))
        #expect(zsh.contains("'(--way)--way=[Which \\[way\\]]:W:(left right)'"))
    }

    @Test("bash is told where no command word stands: behind an option with a value")
    func values() {
        let bash = CompletionScript.text(for: program, .bash)
        #expect(bash.contains("--way) index=$((index + 1)) ;;"))
        #expect(bash.contains("'turn --way') COMPREPLY=($(compgen -W 'left right' -- \"$current\")); return ;;"))
    }
}

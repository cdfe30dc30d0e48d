/// What makes a shell complete a program's command line.
package enum CompletionScript {
    /// The shells there is one for.
    package enum Shell: String, Sendable, CaseIterable {
        case bash, zsh, fish
    }

    /// The script.
    package static func text(for program: ProgramDescription, _ shell: Shell) -> String {
        switch shell {
        case .bash: BashCompletion(program: program).text
        case .zsh: ZshCompletion(program: program).text
        case .fish: FishCompletion(program: program).text
        }
    }

    /// A word between single quotes, for a shell that ends them at the next one.
    static func quoted(_ word: String) -> String {
        "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// The first sentence of a help text, which is what fits beside a candidate.
    static func brief(_ help: String) -> String {
        var brief = ""
        var rest = Substring(help)
        while let character = rest.popFirst() {
            if character == ".", rest.isEmpty || rest.first == " " { break }
            brief.append(character)
        }
        return brief
    }
}

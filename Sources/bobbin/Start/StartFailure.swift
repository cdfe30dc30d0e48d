import Headless

/// Why Bobbin can't start: one sentence for standard error and the code for the shell.
struct StartFailure: Error, Equatable {
    let code: ExitCode
    let sentence: String

    init(_ code: ExitCode, _ sentence: String) {
        self.code = code
        self.sentence = sentence
    }
}

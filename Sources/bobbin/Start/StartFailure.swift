import Headless

/// Why Bobbin can't start: one sentence for standard error and the code for the shell.
struct StartFailure: Error, Equatable {
    let code: ExitCode
    let sentence: String

    init(_ code: ExitCode, _ sentence: String) {
        self.code = code
        self.sentence = sentence
    }

    /// For an address on the command line; one with a password in it is not repeated.
    init(badURL text: String, _ fault: ServerURL.Fault) {
        let shown = fault.problem.contains("password") ? "" : " \(Printable(text))"
        self.init(.usage, "--url\(shown) \(fault.problem)")
    }
}

/// The words of the command line and the environment, as the system hands them over.
enum ProgramArguments {
    /// The words behind the program's name.
    ///
    /// - Throws: when one is not UTF-8, since it could not be passed on as it is.
    static func words() throws(UsageError) -> [String] {
        var words: [String] = []
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let bytes = CommandLine.unsafeArgv[index] else { break }
            guard let word = String(validatingCString: bytes) else {
                throw UsageError(
                    "word \(index) of the command line is not UTF-8; send such bytes through standard input"
                )
            }
            words.append(word)
        }
        return words
    }
}

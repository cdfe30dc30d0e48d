import Glibc

/// Runs files of vectors against the STOMP parser.
@main
enum StompVectors {
    static func main() {
        exit(run(Array(CommandLine.arguments.dropFirst())))
    }

    /// The exit code: 0 when all passed, 1 when one failed, 2 when a file is of no use.
    private static func run(_ paths: [String]) -> Int32 {
        guard !paths.isEmpty, !paths.contains(where: { $0.hasPrefix("-") }) else {
            complain("usage: Scripts/vectors FILE...")
            return 2
        }
        var (passed, failed) = (0, 0)
        for path in paths {
            do throws(VectorFileError) {
                for vector in try VectorFile(path: path).cases {
                    if report(VectorCheck(vector), of: vector) { passed += 1 } else { failed += 1 }
                }
            } catch {
                complain("vectors: \(error)")
                return 2
            }
        }
        print("\(passed) passed, \(failed) failed")
        return failed == 0 ? 0 : 1
    }

    /// Prints what is worth a line; whether the vector passed.
    private static func report(_ check: VectorCheck, of vector: Vector) -> Bool {
        if let count = check.sampledSplits {
            print("sampled: \(vector.name): \(count) of \(vector.input.count - 1) splits, the input is long")
        }
        for failure in check.failures { print("FAILED: \(vector.name): \(failure)") }
        return check.failures.isEmpty
    }

    private static func complain(_ line: String) {
        var line = line + "\n"
        line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

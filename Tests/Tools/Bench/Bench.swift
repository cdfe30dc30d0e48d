import Glibc

/// The measured ends of the benchmark; `Scripts/bench` runs each in a process of its own and draws the table.
@main
enum Bench {
    static func main() async {
        do {
            print(try await run(Array(CommandLine.arguments.dropFirst())))
        } catch {
            let line = "bobbin-bench: \(error)\n"
            write(STDERR_FILENO, line, line.utf8.count)
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) async throws -> String {
        guard arguments.count >= 2 else { throw BenchError.usage }
        let operand = arguments[1]
        switch arguments[0] {
        case "recv": return try receiveOnly(port: port(operand)).line
        case "decode": return try decode(port: port(operand)).line
        case "events":
            guard arguments.count == 3, let count = Int(arguments[2]) else { throw BenchError.usage }
            return try await countEvents(port: port(operand), count: count).line
        case "replay": return try replay(file: operand, times: arguments.count > 2 ? Int(arguments[2]) ?? 1 : 1).line
        case "store-fill":
            guard arguments.count == 3, let count = Int(arguments[2]) else { throw BenchError.usage }
            return try await fillStore(operand, count: count)
        case "store-read": return try await readStore(operand)
        case "store-search": return try await searchStore(operand)
        case "monkey":
            guard let count = Int(operand) else { throw BenchError.usage }
            return pressKeys(count, seed: arguments.count > 2 ? UInt64(arguments[2]) ?? 1 : 1)
        default: throw BenchError.usage
        }
    }

    private static func port(_ text: String) throws -> UInt16 {
        guard let port = UInt16(text) else { throw BenchError.usage }
        return port
    }
}

enum BenchError: Error, CustomStringConvertible {
    case usage
    case system(String)
    case undecodable(any Error)
    case ended(String)

    var description: String {
        switch self {
        case .usage:
            """
            usage: bobbin-bench recv|decode PORT, bobbin-bench events PORT COUNT, bobbin-bench replay FILE [TIMES], \
            bobbin-bench store-fill FOLDER COUNT, bobbin-bench store-read|store-search FOLDER, bobbin-bench monkey COUNT [SEED]
            """
        case .system(let detail): detail
        case .undecodable(let error): "what came can't be decoded: \(error)"
        case .ended(let detail): detail
        }
    }
}

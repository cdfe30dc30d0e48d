import Glibc

/// Echoes WebSocket messages, as a server or as the client of a fuzzing server: what a conformance suite talks to.
@main
enum WebSocketEcho {
    private static let usage = """
        Usage: Scripts/ws-echo server PORT
               Scripts/ws-echo client URL

        server  listens on 127.0.0.1:PORT (0: any free port) and echoes messages as they came
        client  runs all cases of the fuzzing server at URL, such as ws://127.0.0.1:9001
        """

    static func main() {
        do throws(EchoFailure) {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            Console.complain(error.description)
            exit(error.exitCode)
        }
    }

    private static func run(_ arguments: [String]) throws(EchoFailure) {
        switch (arguments.first, arguments.count) {
        case ("server", 2):
            guard let port = UInt16(arguments[1]) else {
                throw .usage("the port must be a number from 0 to 65535, not \(arguments[1])")
            }
            try EchoServer(port: port).run()
        case ("client", 2):
            try FuzzingClient(base: WebSocketAddress(arguments[1])).run()
        case ("--help", _), ("-h", _):
            Console.say(usage)
        default:
            throw .usage("\n" + usage)
        }
    }
}

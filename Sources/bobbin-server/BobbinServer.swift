import CommunityServer
import Glibc

/// The server: reads the command line and runs.
@main
enum BobbinServer {
    static func main() {
        // Threads of the libraries may still stand in a write; nothing of ours is left to tidy up.
        _exit(ServerProgram.run(Array(CommandLine.arguments.dropFirst())))
    }
}

import CommunityServer

/// The server: reads the command line and runs.
@main
enum BobbinServer {
    static func main() {}
}

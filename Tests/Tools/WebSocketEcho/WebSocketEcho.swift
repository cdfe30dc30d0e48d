@main
enum WebSocketEcho {
    static func main() {}
}

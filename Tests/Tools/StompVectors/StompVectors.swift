@main
enum StompVectors {
    static func main() {}
}

import Headless

@main
enum Bobbin {
    static func main() {
        print("bobbin")
    }
}

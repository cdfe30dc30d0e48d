import Glibc
import Headless

@main
enum Bobbin {
    static func main() {
        do {
            switch try Invocation(Array(CommandLine.arguments.dropFirst())) {
            case .help(let name): print(HelpText.of(name), terminator: "")
            case .version: print(HelpText.version, terminator: "")
            default: break
            }
        } catch {
            print(error.line)
        }
    }
}

import ChatUI
import Headless

/// `bobbin demo`: the screen in a sample community on this machine.
enum DemoCommand {
    static func run(isFresh: Bool) -> Never {
        ChatCommand.requireTerminal()
        let environment = ProcessEnvironment.variables()
        do throws(StartFailure) {
            let folder = try DemoFolder(environment: environment)
            let server = try DemoServer.joined(folder, isFresh: isFresh)
            let demo = try DemoSeat(server, folder, environment: environment)
            server.keepAlive(in: folder)
            let settings = try Start.configuration(environment: environment)?.screen ?? ScreenSettings()
            let makeSeat: ChatCommand.SeatMaker = {
                do throws(StartFailure) {
                    return .success(try await demo.seat())
                } catch {
                    return .failure(error)
                }
            }
            let known = [DemoSeat.name: makeSeat]
            ChatCommand.show(profiles: [], known: known, settings: settings, environment: environment) {
                await makeSeat().map { [$0] }
            }
        } catch {
            PlainOutput.complain("bobbin: \(error.sentence)")
            leave(error.code)
        }
    }
}

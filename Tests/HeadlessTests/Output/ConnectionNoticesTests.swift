import Chat
import Testing

@testable import Headless

@Suite("Notices of the connection", .timeLimit(.minutes(10)))
struct ConnectionNoticesTests {
    @Test("tell what happens by itself before what a person can do about the failure")
    func waiting() async {
        let errors = OutputPipe()
        let notices = ConnectionNotices(
            Notices(errors.writer, isQuiet: false, isVerbose: false),
            url: "ws://broker.test/ws"
        )
        notices.tell(
            FailureReport(.noConnection, "can't reach broker.test", remedy: "is the server running?"),
            .seconds(3)
        )
        notices.tell(FailureReport(.noConnection, "the connection was lost"), .milliseconds(400))
        #expect(
            await errors.text() == """
                bobbin: can't reach broker.test; trying again in 3 s; is the server running?
                bobbin: the connection was lost; trying again in 1 s

                """
        )
    }
}

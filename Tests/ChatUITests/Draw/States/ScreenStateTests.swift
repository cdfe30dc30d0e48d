import Testing

@testable import ChatUI

@Suite("The screen in every state that drawing knows")
struct ScreenStateTests {
    static let states =
        ScreenState.threads + ScreenState.messages + ScreenState.deliveries + ScreenState.composer
        + ScreenState.completion + ScreenState.overlays + ScreenState.lists + ScreenState.questions + ScreenState.status
        + ScreenState.sizes

    @Test("looks as its picture does", arguments: states)
    func picture(of state: ScreenState) throws {
        let chat = state.make()
        try ScreenPicture(chat.canvas).expect(state.name)
    }

    @Test("has one picture, and no picture is without its state", .enabled(if: !ScreenPicture.isWriting))
    func names() throws {
        let names = ScreenStateTests.states.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(try ScreenPicture.names() == Set(names))
    }
}

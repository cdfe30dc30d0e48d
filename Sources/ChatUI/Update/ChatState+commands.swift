import Chat

// What the user sends: a message, or a command to the client.
extension ChatState {
    mutating func submit() -> [ChatEffect] {
        switch ComposedInput(composer.text) {
        case .nothing:
            return []
        case .mistake(let sentence):
            say(sentence, isError: true)
            return []
        case .message(let text):
            guard let thread = shown else {
                say("there is no thread to write to: /join DESTINATION", isError: true)
                return []
            }
            guard thread.ended == nil else {
                say("this thread is not joined any more: /join \(thread.id) joins it, /leave closes it", isError: true)
                return []
            }
            _ = composer.finish()
            here.threads[here.selected].showEnd()
            here.threads[here.selected].newLine = .none
            return ask(.send(Draft(text), threadID: thread.id))
        case .command(let command):
            _ = composer.finish()
            return run(command)
        }
    }

    private mutating func run(_ command: SlashCommand) -> [ChatEffect] {
        switch command {
        case .join(let destination):
            if let index = here.index(of: destination), here.threads[index].ended == nil {
                show(Place(community: current, thread: index))
                return []
            }
            here.awaited = here.isCommunity ? .next : .destination(destination)
            return ask(.join(destination))
        case .leave:
            guard let thread = shown else {
                say("there is no thread to leave", isError: true)
                return []
            }
            guard thread.ended == nil else {
                here.remove(here.selected)
                return []
            }
            return ask(.leave(threadID: thread.id))
        case .retry:
            let failed = shown?.timeline.failedIDs ?? []
            if failed.isEmpty { say("nothing in this thread has failed", isError: false) }
            return failed.flatMap { ask(.retry(messageID: $0)) }
        case .help:
            overlay = .help(HelpState())
            return []
        case .quit:
            return [.quit]
        }
    }

    /// A request to the community on the screen.
    func ask(_ request: ChatRequest) -> [ChatEffect] { [.request(request, community: here.id)] }
}

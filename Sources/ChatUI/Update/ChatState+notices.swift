import Chat
import Terminal

// Sentences that are shown for a while.
extension ChatState {
    /// Shows a sentence for a while, long enough to be read.
    mutating func say(_ sentence: String, isError: Bool) {
        let text = SafeText(String(sentence.prefix(500)), lines: .single)
        let time = Int64(4000 + 60 * text.graphemes.count)
        saidCount &+= 1
        toast = Toast(text: text, isError: isError, expires: now.uptime + min(time, 20_000))
    }

    /// An answer is there, which what was said before is older than; what went wrong stays to be read.
    mutating func retireToast() {
        if toast?.isError == false { toast = nil }
    }

    /// Does what a person asks for. What was said before it goes once that leads to something newer; moving around and
    /// writing lead to nothing.
    mutating func overtakingToast(_ body: (inout ChatState) -> [ChatEffect]) -> [ChatEffect] {
        let (count, before) = (saidCount, scene)
        let effects = body(&self)
        if count == saidCount, before != scene || effects.contains(where: \.isNews) { toast = nil }
        return effects
    }

    /// What a person looks at, without the place in it.
    private var scene: Scene {
        Scene(thread: shownName, overlay: overlay.map(Scene.Cover.init), isAsked: confirmation != nil)
    }

    private struct Scene: Equatable {
        enum Cover: Equatable {
            case help, list(ListKind), search(String?), picker(PickerState.Kind)

            init(_ overlay: Overlay) {
                self =
                    switch overlay {
                    case .help: .help
                    case .list(let list): .list(list.kind)
                    case .search(let search): .search(search.asked)
                    case .picker(let picker): .picker(picker.kind)
                    }
            }
        }

        let thread: ThreadName?
        let overlay: Cover?
        let isAsked: Bool
    }
}

extension ChatEffect {
    /// Whether something a person asked for is under way with it.
    fileprivate var isNews: Bool {
        switch self {
        case .request(let request, _):
            switch request {
            case .draft, .typing, .seen, .open, .loadOlder: false
            default: true
            }
        case .connect, .disconnect, .copy, .open, .openFile, .edit: true
        case .listFolder, .redraw, .alert, .withdrawAlert, .suspend, .quit: false
        }
    }
}

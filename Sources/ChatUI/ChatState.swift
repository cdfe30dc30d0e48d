/// Everything the screen shows; one value, changed only by `update`.
public struct ChatState: Sendable, Equatable {
}

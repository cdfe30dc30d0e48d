import Stomp

extension TailSettings {
    /// Takes sources for streams, whose past the broker hands out.
    ///
    /// - Parameter all: whether all are; else those whose header `x-queue-type` says so.
    package mutating func readStreams(all: Bool) {
        for index in sources.indices where all || sources[index].headers["x-queue-type"] == "stream" {
            sources[index].isStream = true
        }
    }
}

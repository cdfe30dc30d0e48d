import Synchronization

/// Tells how many calls are under way, for a sign of activity on the screen.
package final class ActivityPlugin: APIPlugin {
    private let count = Mutex(0)
    private let report: @Sendable (Int) -> Void

    /// - Parameter report: told the number after each change; it must not block.
    package init(report: @escaping @Sendable (Int) -> Void) {
        self.report = report
    }

    package func began(_ call: APICall) async {
        change(by: 1)
    }

    package func ended(_ call: APICall, _ end: APICallEnd) async {
        change(by: -1)
    }

    private func change(by difference: Int) {
        // Reported under the lock, so that the last report is of the last change.
        count.withLock { count in
            count += difference
            report(count)
        }
    }
}

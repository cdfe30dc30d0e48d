import Chat
import Terminal

/// How long ago something was, in the two or three letters that a list has room for. It changes with the minutes of the
/// clock, so that a list of many wakes nobody more often than that.
struct AgeText {
    let text: SafeText
    /// Whether it changes within the hour.
    let countsMinutes: Bool

    /// - Parameters:
    ///   - time: when it was, in milliseconds since 1970.
    ///   - now: the time told last.
    init(_ time: Int64, now: Int64) {
        let minutes = max(0, AgeText.minutes(now) - AgeText.minutes(time))
        countsMinutes = minutes < 60
        let hours = minutes / 60
        text =
            switch hours {
            case 0: minutes == 0 ? "now" : "\(minutes)m"
            case 1..<24: "\(hours)h"
            case 24..<(24 * 7): "\(hours / 24)d"
            case (24 * 7)..<(24 * 365): "\(hours / (24 * 7))w"
            default: "\(hours / (24 * 365))y"
            }
    }

    private static func minutes(_ time: Int64) -> Int64 { Int64((Double(time) / 60_000).rounded(.down)) }
}

extension ThreadState {
    /// When something was said last, in milliseconds since 1970, as far as is known.
    var lastTime: Int64? {
        let newest = timeline.isEmpty ? nil : timeline.message(timeline.endSerial - 1)?.time
        return [thread.lastMessage?.time, newest].compactMap(\.self).max()
    }
}

extension ChatState {
    /// When the ages in the list change next, by `Moment.uptime`; nil when there are none.
    var nextAge: Int64? {
        guard size.width >= settings.layout.sidebarFrom, settings.layout.sidebarWidth != 0 else { return nil }
        var hasAge = false
        for community in communities.indices {
            for (index, thread) in communities[community].threads.enumerated() {
                guard community != current || index != communities[community].selected, let time = thread.lastTime
                else { continue }
                if AgeText(time, now: now.wall).countsMinutes { return untilNext(60_000) }
                hasAge = true
            }
        }
        return hasAge ? untilNext(3_600_000) : nil
    }

    private func untilNext(_ period: Int64) -> Int64 {
        let past = now.wall % period
        return now.uptime + period - (past < 0 ? past + period : past)
    }
}

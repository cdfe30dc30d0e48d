import Chat
import Terminal

/// Who is in the thread shown, beside its messages.
struct MembersPane {
    private let members: [Member]
    private let count: Int?
    private let ownID: String?

    init(_ state: ChatState) {
        members = state.shown.map { state.here.members[$0.id] } ?? []
        count = state.shown?.thread.memberCount
        ownID = state.here.account?.id
    }

    func draw(into canvas: inout Canvas) {
        let bounds = canvas.bounds
        guard !bounds.isEmpty else { return }
        let total = max(count ?? 0, members.count)
        let title: SafeText = members.isEmpty ? "members…" : total == 1 ? "1 member" : "\(total) members"
        canvas.put(title.truncated(to: bounds.width), column: 0, row: 0, style: Theme.strong)
        let room = bounds.height - 1
        let shown = members.count > room ? max(0, room - 1) : members.count
        for (row, member) in members.prefix(shown).enumerated() { draw(member, row: row + 1, into: &canvas) }
        guard shown < members.count, room > 0 else { return }
        let more: SafeText = "and \(members.count - shown) more"
        canvas.put(more.truncated(to: bounds.width), column: 0, row: bounds.height - 1, style: Theme.faint)
    }

    private func draw(_ member: Member, row: Int, into canvas: inout Canvas) {
        let width = canvas.bounds.width
        let isOwn = member.id == ownID
        var note: SafeText = isOwn ? " you" : ""
        if let role = member.role, role != .member { note = "\(note) \(SafeText(role.word, lines: .single))" }
        if member.isBlocked { note = "\(note) blocked" }
        let name = SafeText(name: member.name).truncated(to: max(min(6, width), width - note.width))
        let used = canvas.put(name, column: 0, row: row, style: isOwn ? Theme.strong : Theme.sender(member.id))
        canvas.put(note.truncated(to: max(0, width - used)), column: used, row: row, style: Theme.faint)
    }
}

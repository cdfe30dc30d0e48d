import Community
import SQLite

/// Writes the sample community. The same clock and the same random numbers make the same one.
extension CommunityBook {
    var isEmpty: Bool {
        get throws { try !database.exists("SELECT 1 FROM members") }
    }

    /// Gives the sample's people a password; the demo account is made where there is none.
    func setSamplePassword(_ record: PasswordRecord) throws -> [String] {
        var emails: [String] = []
        for email in SampleScript.emails
        where try database.change("UPDATE members SET password = ? WHERE email = ?", record.text, email) > 0 {
            emails.append(email)
        }
        if emails.first != SampleScript.emails.first, let email = SampleScript.emails.first {
            _ = try addMember(name: SampleScript.demoName, email: email, password: record.text)
            emails.insert(email, at: 0)
        }
        return emails
    }

    func writeSample() throws {
        defer { writtenAt = nil }
        let present = surroundings.now()
        // Everybody came a week ago.
        writtenAt = present + .seconds(-7 * 86_400)
        var ids: [String: Int64] = [:]
        for person in SampleScript.people {
            let id = try addMember(name: person.name, email: person.email, isBot: person.isBot)
            try database.run(
                "UPDATE members SET part = ?, status_message = ? WHERE id = ?",
                person.part,
                person.status,
                id
            )
            ids[person.name] = id
        }
        for thread in SampleScript.threads { try write(thread, by: ids, present: present) }
    }

    private func write(_ script: SampleScript.Thread, by ids: [String: Int64], present: Timestamp) throws {
        func id(_ name: String) throws -> Int64 {
            guard let id = ids[name] else { throw Refusal.noMember }
            return id
        }
        var time = present + .seconds(-60 * script.began)
        writtenAt = time
        let body = CreateThreadBody(
            title: script.title,
            description: script.description,
            category: script.category,
            icon: script.icon
        )
        let thread = try Identifier.read(try createThread(body, by: id(script.owner)).threadId, "threadId")
        for member in script.members { try addMember(id(member), .member, to: thread) }
        var written: [Int64] = []
        for line in script.lines {
            time = time + .seconds(60 * line.later)
            writtenAt = time
            let message = NewMessage(
                clientID: sampleClientID(thread: thread, line: written.count),
                content: line.text,
                replyTo: line.answers.map { written[$0] },
                mentions: try line.mentions.map(id)
            )
            try send(message, to: thread, by: id(line.who), commandID: nil)
            let number = try database.first("SELECT max(id) FROM messages") { $0.integer(0) } ?? 0
            written.append(number)
            for (emoji, who) in line.reactions {
                for name in who {
                    try react(emoji, isAdding: true, to: number, in: thread, by: id(name), commandID: nil)
                }
            }
            writtenAt = time + .seconds(60)
            if let edited = line.edited {
                try edit(number, in: thread, content: edited, by: id(line.who), commandID: nil)
            }
            if line.isDeleted { try delete(number, in: thread, by: id(line.who), commandID: nil) }
        }
        for (name, member) in ids where script.members.contains(name) || name == script.owner {
            // Everybody has read everything but the demo account.
            let unread = name == SampleScript.demoName ? script.unread : 0
            if let last = written.dropLast(unread).last { try markRead(last, in: thread, by: member, commandID: nil) }
            if script.isMeetingPlace { try setPinned(true, thread, by: member) }
        }
        let demo = try id(SampleScript.demoName)
        if script.isPinned { try setPinned(true, thread, by: demo) }
        if script.isMuted { try setMuted(true, thread, by: demo) }
    }

    private func sampleClientID(thread: Int64, line: Int) -> String {
        func padded(_ number: Int64, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "5eed0000-\(padded(thread % 10_000, 4))-4000-8000-\(padded(Int64(line), 12))"
    }
}

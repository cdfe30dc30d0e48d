import Chat
import Glibc
import Headless

/// `bobbin export`.
enum ExportCommand {
    static func run(_ connection: ConnectionArguments, _ arguments: ExportArguments) -> Never {
        KeptAccount.run(connection, isReadOnly: true) { kept throws(StoredFailure) in
            let threads = try await StoredThreads(kept.store)
            let id = try await threads.id(named: arguments.thread)
            guard let path = arguments.file else {
                let output = StandardOutput(kept.notices)
                let export = StoredExport(id, of: threads, store: kept.store, output: output.writer)
                let count = try await export.run(arguments.format, zone: .system)
                if count == 0 { kept.notices.tell(nothing(of: threads.title(of: id))) }
                return output.code(after: .success)
            }
            let file = try NewFile(path)
            let export = StoredExport(id, of: threads, store: kept.store, output: file.writer)
            let count = try await export.run(arguments.format, zone: .system)
            try await file.finish()
            if count == 0 { kept.notices.tell(nothing(of: threads.title(of: id))) }
            kept.notices.tell("\(count) \(count == 1 ? "message" : "messages") written to \(Printable(path))")
            return .success
        }
    }

    private static func nothing(of title: String) -> String {
        "nothing of \(Printable(title)) is kept on this machine; open it in the chat first"
    }
}

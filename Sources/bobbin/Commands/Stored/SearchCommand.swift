import Glibc
import Headless

/// `bobbin search`.
enum SearchCommand {
    static func run(_ connection: ConnectionArguments, _ arguments: SearchArguments) -> Never {
        let settings = SearchSettings(
            query: arguments.query,
            isJSON: arguments.isJSON,
            limit: arguments.limit,
            isTerminal: isatty(STDOUT_FILENO) == 1
        )
        KeptAccount.run(connection, isReadOnly: true) { kept in
            let output = StandardOutput(kept.notices)
            let search = StoredSearch(
                settings,
                store: kept.store,
                output: output.writer,
                notices: kept.notices,
                hasServer: kept.hasServer
            )
            return output.code(after: await search.run())
        }
    }
}

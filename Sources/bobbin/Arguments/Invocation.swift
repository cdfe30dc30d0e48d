import CommandLineManual
import Headless

/// What the command line asks for, checked and typed.
enum Invocation: Sendable, Equatable {
    /// The screen.
    case chat(ConnectionArguments, ChatArguments)
    /// `bobbin demo`.
    case demo(isFresh: Bool)
    /// `bobbin tail`.
    case tail(ConnectionArguments, TailArguments)
    /// `bobbin send`.
    case send(ConnectionArguments, SendArguments)
    /// `bobbin threads`.
    case threads(ConnectionArguments, isJSON: Bool)
    /// `bobbin members`.
    case members(ConnectionArguments, thread: String, isJSON: Bool)
    /// `bobbin search`.
    case search(ConnectionArguments, SearchArguments)
    /// `bobbin export`.
    case export(ConnectionArguments, ExportArguments)
    /// `bobbin forget`.
    case forget(ConnectionArguments, ForgetArguments)
    /// `bobbin login`, in the way given or in one that is asked for.
    case login(ConnectionArguments, SignInWay?)
    /// `bobbin signup`.
    case signup(ConnectionArguments)
    /// `bobbin logout`.
    case logout(ConnectionArguments)
    /// `bobbin whoami`.
    case whoami(ConnectionArguments, asJSON: Bool)
    /// `bobbin doctor`.
    case doctor(ConnectionArguments, DoctorArguments)
    /// `bobbin keys`; with `lists` only the commands there are.
    case keys(lists: Bool)
    /// `bobbin completions`.
    case completions(CompletionScript.Shell)
    /// `bobbin manual`: the page of a command.
    case manual(CommandDescription.Name)
    /// `bobbin manual --list`: the commands that have a page.
    case manualList
    /// The help of a command.
    case help(CommandDescription.Name)
    /// The version.
    case version
}

/// What says where and how to connect; a nil leaves it to the profile.
struct ConnectionArguments: Sendable, Equatable {
    var profile: String?
    var url: String?
    var host: String?
    var login: String?
    var caFile: String?
    var isInsecure = false
    var reconnects = true
    var isVerbose = false
}

/// What the screen takes.
struct ChatArguments: Sendable, Equatable {
    /// The profiles to show side by side; none for the usual one.
    var profiles: [String] = []
    /// Threads to join.
    var join: [String] = []
    /// Whether to do without a screen.
    var isPlain = false
}

/// What `bobbin doctor` takes.
struct DoctorArguments: Sendable, Equatable {
    /// Where to send a message; nil sends none.
    var destination: String?
    var isJSON = false
}

/// What `bobbin search` takes.
struct SearchArguments: Sendable, Equatable {
    var query: String
    var isJSON = false
    var limit = 50
}

/// What `bobbin export` takes.
struct ExportArguments: Sendable, Equatable {
    var thread: String
    var format = ExportFormat.jsonl
    /// nil for standard output.
    var file: String?
}

/// What `bobbin forget` takes.
struct ForgetArguments: Sendable, Equatable {
    var thread: String
    /// Whether nobody is asked.
    var isSure = false
}

// swift-tools-version: 6.2
import PackageDescription

let houseRules: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
]
let codecRules = houseRules + [.strictMemorySafety()]

// Scripts that build tell the commit: what git says here is only asked when this file changes.
let commit = (Context.environment["BOBBIN_COMMIT"] ?? "").filter {
    $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")
}

let package = Package(
    name: "Bobbin",
    products: [
        .executable(name: "bobbin", targets: ["bobbin"]),
        .executable(name: "bobbin-server", targets: ["bobbin-server"]),
        .library(name: "StompClient", targets: ["StompClient", "Stomp", "Transport"]),
        .library(name: "BobbinCodecs", targets: ["Stomp", "WebSocket", "Terminal"]),
    ],
    targets: [
        // System libraries, each behind a module map and, where macros or variadics hide it, a shim.
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CQrencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .target(name: "CNcurses", linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
        .target(name: "CLinux"),

        // Protocol codecs: no I/O, no clock, no Foundation.
        .systemLibrary(name: "CVector"),
        .target(name: "Stomp", dependencies: ["CVector"], swiftSettings: codecRules),
        .target(name: "WebSocket", dependencies: ["CVector", "CZlib", "CCrypto"], swiftSettings: codecRules),

        .target(name: "Transport", dependencies: ["CCurl", "CLinux"], swiftSettings: houseRules),
        .target(name: "Terminal", dependencies: ["CNcurses", "CLinux"], swiftSettings: houseRules),
        .target(
            name: "StompClient",
            dependencies: ["Stomp", "WebSocket", "Transport", "CCrypto"],
            swiftSettings: houseRules
        ),
        .target(
            name: "Community",
            dependencies: ["Transport", "StompClient", "CCrypto", "CLinux", "CQrencode"],
            swiftSettings: houseRules
        ),
        .target(
            name: "Chat",
            dependencies: ["Community", "ChatStore", "StompClient", "Stomp", "Transport", "WebSocket"],
            swiftSettings: houseRules
        ),
        .target(name: "SQLite", dependencies: ["Transport", "CSQLite"], swiftSettings: houseRules),
        .target(name: "ChatStore", dependencies: ["SQLite", "Transport", "CLinux"], swiftSettings: houseRules),
        .target(
            name: "CommunityServer",
            dependencies: [
                "Community", "SQLite", "Stomp", "WebSocket", "Transport", "CommandLineManual", "CMicroHTTPD", "CCrypto",
                "CLinux",
            ],
            swiftSettings: houseRules
        ),
        // Manual pages and completions from the description of a command line.
        .target(name: "CBuild", cSettings: [.define("BOBBIN_COMMIT", to: "\"\(commit)\"")]),
        .target(name: "CommandLineManual", dependencies: ["CBuild"], swiftSettings: houseRules),
        .target(name: "ChatUI", dependencies: ["Chat", "Terminal", "CLinux"], swiftSettings: houseRules),
        .target(
            name: "Headless",
            dependencies: [
                "Chat", "ChatStore", "Community", "StompClient", "Stomp", "Transport", "Terminal", "CLinux",
            ],
            swiftSettings: houseRules
        ),
        .executableTarget(
            name: "bobbin",
            dependencies: [
                "ChatUI", "Headless", "Chat", "ChatStore", "Community", "StompClient", "Stomp", "Transport", "Terminal",
                "CommandLineManual", "SQLite", "CLinux",
            ],
            swiftSettings: houseRules
        ),
        .executableTarget(
            name: "bobbin-server",
            dependencies: ["CommunityServer", "Community", "Transport", "CLinux"],
            swiftSettings: houseRules
        ),

        .target(
            name: "TestSupport",
            dependencies: ["Stomp", "WebSocket", "Transport"],
            path: "Tests/TestSupport",
            swiftSettings: houseRules
        ),
        .testTarget(
            name: "StompTests",
            dependencies: ["Stomp", "stomp-vectors", "TestSupport"],
            resources: [.copy("Vectors")],
            swiftSettings: houseRules
        ),
        .testTarget(
            name: "WebSocketTests",
            dependencies: ["WebSocket", "CVector", "TestSupport"],
            swiftSettings: houseRules
        ),
        .testTarget(name: "TransportTests", dependencies: ["Transport", "TestSupport"], swiftSettings: houseRules),
        .testTarget(name: "TerminalTests", dependencies: ["Terminal", "TestSupport"], swiftSettings: houseRules),
        .testTarget(
            name: "StompClientTests",
            dependencies: ["StompClient", "Stomp", "WebSocket", "Transport", "TestSupport"],
            swiftSettings: houseRules
        ),
        .testTarget(
            name: "CommunityTests",
            dependencies: ["Community", "StompClient", "Transport", "TestSupport"],
            swiftSettings: houseRules
        ),
        .testTarget(
            name: "ChatTests",
            dependencies: ["Chat", "ChatStore", "Community", "StompClient", "Stomp", "Transport", "TestSupport"],
            swiftSettings: houseRules
        ),
        .testTarget(name: "CommandLineManualTests", dependencies: ["CommandLineManual"], swiftSettings: houseRules),
        .testTarget(name: "SQLiteTests", dependencies: ["SQLite", "Transport"], swiftSettings: houseRules),
        .testTarget(
            name: "ChatStoreTests",
            dependencies: ["ChatStore", "SQLite", "Transport", "TestSupport"],
            swiftSettings: houseRules
        ),
        .testTarget(
            name: "CommunityServerTests",
            dependencies: [
                "CommunityServer", "Community", "SQLite", "StompClient", "Stomp", "WebSocket", "Transport",
                "TestSupport",
            ],
            swiftSettings: houseRules
        ),
        .testTarget(
            name: "ChatUITests",
            dependencies: ["ChatUI", "Chat", "Terminal", "TestSupport"],
            exclude: ["Draw/States/Pictures"],
            swiftSettings: houseRules
        ),
        .testTarget(
            name: "HeadlessTests",
            dependencies: [
                "Headless", "Chat", "ChatStore", "Community", "StompClient", "Stomp", "Transport", "Terminal",
                "TestSupport",
            ],
            swiftSettings: houseRules
        ),
        .testTarget(
            name: "BobbinTests",
            dependencies: [
                "bobbin", "bobbin-server", "Headless", "Chat", "ChatStore", "Community", "StompClient", "Stomp",
                "Transport",
                "CLinux",
                "TestSupport",
            ],
            resources: [.copy("Profiles")],
            swiftSettings: houseRules
        ),
        // One suite against our server as it is, and behind what turns its answers into odd forms.
        .testTarget(
            name: "ContractTests",
            dependencies: [
                "CommunityServer", "Community", "Chat", "StompClient", "Stomp", "WebSocket", "Transport",
                "TestSupport",
            ],
            swiftSettings: houseRules
        ),
        // Against real brokers; Scripts/test starts them.
        .testTarget(
            name: "IntegrationTests",
            dependencies: ["bobbin", "Chat", "ChatStore", "StompClient", "Stomp", "Transport", "TestSupport"],
            exclude: ["Support/definitions.json"],
            swiftSettings: houseRules
        ),

        // The tutorial's last step is a program, so that it stays one.
        .executableTarget(
            name: "stomp-example",
            dependencies: ["StompClient", "Transport"],
            path: "Sources/StompClient/StompClient.docc/Resources",
            exclude: ["follow-1.swift", "follow-2.swift", "manifest.swift", "thread.svg"],
            sources: ["follow-3.swift"],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
        ),

        // Programs for working on Bobbin; Scripts/vectors, Scripts/ws-echo and Scripts/bench run them.
        .executableTarget(
            name: "stomp-vectors",
            dependencies: ["Stomp"],
            path: "Tests/Tools/StompVectors",
            swiftSettings: houseRules
        ),
        .executableTarget(
            name: "ws-echo",
            dependencies: ["WebSocket", "Transport", "CLinux"],
            path: "Tests/Tools/WebSocketEcho",
            swiftSettings: houseRules
        ),
        .executableTarget(
            name: "bobbin-bench",
            dependencies: [
                "ChatUI", "Chat", "Terminal", "ChatStore", "StompClient", "Stomp", "WebSocket", "Transport", "CLinux",
            ],
            path: "Tests/Tools/Bench",
            exclude: [
                "flood.py", "goals.json", "goals.py", "instructions.py", "measure.py", "program.py", "rounds.py",
                "store.py", "community.py", "tail.py", "peer.mjs",
            ],
            swiftSettings: houseRules
        ),
    ]
)

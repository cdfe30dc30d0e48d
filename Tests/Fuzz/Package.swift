// swift-tools-version: 6.2
import PackageDescription

/// One folder under Sources each.
let fuzzers = [
    "fuzz-keys",
    "fuzz-stomp-parser",
    "fuzz-text",
    "fuzz-websocket-decoder",
    "fuzz-websocket-handshake",
]

let package = Package(
    name: "Fuzz",
    products: fuzzers.map { .executable(name: $0, targets: [$0]) },
    dependencies: [.package(name: "Bobbin", path: "../..")],
    targets: fuzzers.map { name in
        .executableTarget(
            name: name,
            dependencies: [.product(name: "BobbinCodecs", package: "Bobbin")],
            // libFuzzer brings the main function.
            swiftSettings: [
                .swiftLanguageMode(.v6), .treatAllWarnings(as: .error), .unsafeFlags(["-parse-as-library"]),
            ]
        )
    }
)

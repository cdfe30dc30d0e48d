// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "follow",
    dependencies: [.package(path: "../bobbin")],
    targets: [
        .executableTarget(name: "follow", dependencies: [.product(name: "StompClient", package: "bobbin")])
    ]
)

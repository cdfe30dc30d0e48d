import Testing

@testable import WebSocket

@Test func seed() {}

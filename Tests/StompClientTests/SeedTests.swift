import Testing

@testable import StompClient

@Test func seed() {}

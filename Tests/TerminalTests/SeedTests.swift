import Testing

@testable import Terminal

@Test func seed() {}

import Testing

@testable import Chat

@Test func seed() {}

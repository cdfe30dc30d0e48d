import Testing

@testable import Transport

@Test func seed() {}

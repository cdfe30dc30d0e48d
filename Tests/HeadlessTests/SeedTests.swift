import Testing

@testable import Headless

@Test func seed() {}

import Testing

@testable import bobbin

@Test func seed() {}

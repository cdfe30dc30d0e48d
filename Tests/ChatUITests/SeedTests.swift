import Testing

@testable import ChatUI

@Test func seed() {}

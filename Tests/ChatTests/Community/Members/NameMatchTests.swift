import Testing

@testable import Chat

@Suite("A name as people type it")
struct NameMatchTests {
    private let members = [
        Member(id: "1", name: "Ben"), Member(id: "2", name: "Benno"), Member(id: "3", name: "김민수"),
        Member(id: "4", name: "Kim"), Member(id: "5", name: "kim"), Member(id: "6", name: "Ann"),
        Member(id: "7", name: "Ann"),
    ]

    @Test(
        "finds the member meant",
        arguments: [
            ("ben", "1"), ("@Ben", "1"), ("benn", "2"), ("김", "3"), ("@김민수", "3"), ("Kim", "4"), ("kim", "5"),
            ("2", "2"), ("6", "6"),
        ]
    )
    func found(_ typed: String, _ id: String) throws {
        #expect(try NameMatch.member(typed, among: members).id == id)
    }

    @Test("says who could be meant, or that nobody is")
    func ambiguous() {
        let several = #expect(throws: FailureReport.self) { try NameMatch.member("ann", among: members) }
        #expect(several?.problem == "several members are called ann: Ann (6), Ann (7)")
        let none = #expect(throws: FailureReport.self) { try NameMatch.member("@zoe", among: members) }
        #expect(none?.problem == "no member is called zoe")
        #expect(throws: FailureReport.self) { try NameMatch.member("", among: members) }
    }

    @Test(
        "is found in a text behind @, the longest that fits",
        arguments: [
            ("@ben hi", ["1"]), ("hi @BENNO, @Ben", ["2", "1"]), ("@김민수야 안녕", ["3"]), ("mail a@ben.org", []),
            ("@benjamin", []), ("@ben @ben", ["1"]), ("@", []), ("(@ben)", ["1"]),
        ]
    )
    func mentions(_ text: String, _ ids: [String]) {
        #expect(MentionScan.members(in: text, among: members).map(\.id) == ids)
    }
}

import Testing

@testable import Chat

@Suite("A time")
struct TimeTextTests {
    private let seoul = TimeText(zone: .fixed(secondsEast: 9 * 3600))

    @Test(
        "is understood in the forms that back ends write",
        arguments: [
            (JSONValue.string("2024-03-01T12:34:56Z"), 1_709_296_496_000),
            (.string("2024-03-01T12:34:56.789Z"), 1_709_296_496_789),
            (.string("2024-03-01T12:34:56.789123456+00:00"), 1_709_296_496_789),
            (.string("2024-03-01T21:34:56+09:00"), 1_709_296_496_000),
            (.string("2024-03-01T07:34:56-0500"), 1_709_296_496_000),
            (.string("2024-03-01T21:34:56+09:00[Asia/Seoul]"), 1_709_296_496_000),
            (.string("2024-03-01T21:34:56"), 1_709_296_496_000),
            (.string("2024-03-01 21:34:56"), 1_709_296_496_000),
            (.string("2024/03/01 21:34"), 1_709_296_440_000),
            (.string("2024-03-01"), 1_709_218_800_000),
            (.string("1709296496"), 1_709_296_496_000),
            (.string("1709296496789"), 1_709_296_496_789),
            (.number("1709296496"), 1_709_296_496_000),
            (.number("1709296496.5"), 1_709_296_496_500),
            (.number("1709296496789"), 1_709_296_496_789),
            (.number("1709296496789000"), 1_709_296_496_789),
            (.number("1709296496789000000"), 1_709_296_496_789),
            (.array(["2024", "3", "1", "21", "34", "56", "789000000"].map(JSONValue.number)), 1_709_296_496_789),
            (.array(["2024", "3", "1", "21", "34"].map(JSONValue.number)), 1_709_296_440_000),
        ] as [(JSONValue, Int64)]
    )
    func forms(value: JSONValue, milliseconds: Int64) {
        #expect(seoul.milliseconds(value) == milliseconds)
    }

    @Test(
        "is not made up where there is none",
        arguments: [
            JSONValue.string(""), .string("soon"), .string("2024-13-01"), .string("2023-02-29"), .string("12:34"),
            .string("2024-03-01T25:00:00"), .string("2024-03-01T1"), .string("2024-03-01x"),
            .string("2024-03-01T10:00+99:00"),
            .string("nan"), .string("inf"), .number("-5"), .number("0"), .number("1e300"), .null, .bool(true),
            .array([]), .array([.number("2024")]), .array([.number("2024"), .string("3"), .number("1")]), .object([:]),
        ]
    )
    func nonsense(value: JSONValue) {
        #expect(seoul.milliseconds(value) == nil)
    }

    @Test("comes back from milliseconds as it was, also before 1970 and over leap years")
    func roundTrip() {
        for day in stride(from: -719_000, to: 2_900_000, by: 97) {
            let milliseconds = Int64(day) * 86_400_000 + Int64(abs(day) % 86_400_000)
            #expect(CivilTime(millisecondsSince1970: milliseconds).millisecondsSince1970 == milliseconds)
        }
    }

    @Test("at the ends of the range stays inside", arguments: [Int64.min, -1, 0, Int64.max])
    func extremes(milliseconds: Int64) {
        for zone in [Zone.utc, .fixed(secondsEast: 86_400), .fixed(secondsEast: -86_400), .system] {
            let time = zone.civilTime(at: milliseconds)
            #expect((1...9999).contains(time.year))
        }
    }
}

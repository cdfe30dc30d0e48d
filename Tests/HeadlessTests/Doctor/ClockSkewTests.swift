import FoundationEssentials
import Testing

@testable import Headless

@Suite("The server's clock") struct ClockSkewTests {
    @Test("The date of an HTTP answer is read, and nothing else is")
    func dates() {
        #expect(ClockSkew.date("Sun, 06 Nov 1994 08:49:37 GMT") == Date(timeIntervalSince1970: 784_111_777))
        for text in ["", "now", "Sun, 06 Nov", "Sun, 99 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT"] {
            #expect(ClockSkew.date(text) == nil, "\(text)")
        }
    }

    @Test("A clock that is off is told with the direction, one that is nearly right is fine")
    func skew() {
        let header = "Sun, 06 Nov 1994 08:49:37 GMT"
        let time = 784_111_777.0
        let verdict = { (offset: Double) in
            ClockSkew.finding(header: header, now: Date(timeIntervalSince1970: time + offset))
        }
        #expect(verdict(4).verdict == .fine)
        #expect(verdict(-4).verdict == .fine)
        #expect(verdict(90).detail == "this machine's clock is 90 s ahead of the server's")
        #expect(verdict(-90).detail == "this machine's clock is 90 s behind the server's")
        #expect(ClockSkew.finding(header: nil, now: Date()).verdict == .skipped)
        #expect(ClockSkew.finding(header: "soon", now: Date()).verdict == .skipped)
    }
}

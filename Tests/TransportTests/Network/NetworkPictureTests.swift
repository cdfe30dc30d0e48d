import Testing

@testable import Transport

@Suite("What the network looks like") struct NetworkPictureTests {
    private func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }

    @Test("IPv4 routes count by interface, destination, gateway and mask, not by their use")
    func routes4() {
        let head = "Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT\n"
        let first = head + "eth0\t00000000\t0102A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0"
        let used = head + "eth0\t00000000\t0102A8C0\t0003\t7\t99\t100\t00000000\t0\t0\t0"
        let other = head + "eth0\t00000000\t0103A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0"
        #expect(NetworkPicture.routes4(in: lines(first)) == ["eth0 00000000 0102A8C0 00000000"])
        #expect(NetworkPicture.routes4(in: lines(first)) == NetworkPicture.routes4(in: lines(used)))
        #expect(NetworkPicture.routes4(in: lines(first)) != NetworkPicture.routes4(in: lines(other)))
        #expect(NetworkPicture.routes4(in: lines(head)).isEmpty)
        #expect(NetworkPicture.routes4(in: ["", "short line"]).isEmpty)
    }

    @Test("IPv6 routes count without those of the link, of groups and of the loopback")
    func routes6() {
        let zero = String(repeating: "0", count: 32)
        let global = "20010db8" + String(repeating: "0", count: 24)
        func line(_ destination: String, _ length: String, _ interface: String) -> String {
            "\(destination) \(length) \(zero) 00 \(zero) 00000400 00000001 00000000 00000001 \(interface)"
        }
        let table = [
            line(global, "40", "eth0"), line("fe80" + zero.dropFirst(4), "40", "eth0"),
            line("ff00" + zero.dropFirst(4), "08", "eth0"), line(zero, "00", "lo"),
        ]
        let found = NetworkPicture.routes6(in: lines(table.joined(separator: "\n")))
        #expect(found == ["eth0 \(global) 40 \(zero)"])
    }

    @Test("This machine's network reads the same twice")
    func current() {
        #expect(NetworkPicture.now() == NetworkPicture.now())
    }
}

@Suite("Sleep, as the clocks tell it") struct ClockReadingTests {
    private let before = ClockReading(realTime: 1000, sinceBoot: 100, awake: 90)

    @Test("A machine that was awake has not slept, however long")
    func awake() {
        #expect(!ClockReading(realTime: 4600, sinceBoot: 3700, awake: 3690).hasSlept(since: before))
    }

    @Test("Time since boot without time awake is sleep")
    func asleep() {
        #expect(ClockReading(realTime: 1060, sinceBoot: 160, awake: 92).hasSlept(since: before))
    }

    @Test("A guest that was put to sleep has its time of day set forward")
    func guest() {
        #expect(ClockReading(realTime: 4600, sinceBoot: 110, awake: 100).hasSlept(since: before))
    }

    @Test("A clock that is set back, or a little, is no sleep")
    func set() {
        #expect(!ClockReading(realTime: 500, sinceBoot: 110, awake: 100).hasSlept(since: before))
        #expect(!ClockReading(realTime: 1012, sinceBoot: 110, awake: 100).hasSlept(since: before))
    }
}

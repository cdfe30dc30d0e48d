import Testing

@testable import CommunityServer

@Suite("ServerFigures: the page of metrics")
struct ServerFiguresTests {
    @Test("buckets hold all that was within their bound")
    func buckets() {
        var histogram = Histogram()
        for time in [Duration.microseconds(500), .milliseconds(1), .milliseconds(2), .seconds(60)] {
            histogram.record(time)
        }
        let counts = Dictionary(uniqueKeysWithValues: histogram.cumulative.map { ($0.bound, $0.count) })
        #expect(counts["0.001"] == 2)
        #expect(counts["0.0025"] == 3)
        #expect(counts["10.0"] == 3)
        #expect(counts["+Inf"] == 4)
        #expect(histogram.count == 4)
        #expect(abs(histogram.sum - 60.0035) < 1e-9)
    }

    @Test("each figure stands under its name, with its type before it")
    func page() {
        var figures = ServerFigures()
        figures.connections = 3
        figures.commands = ["ok": 5, "404": 1]
        figures.answers = [200: 7]
        figures.refusals = [.rate: 2]
        let lines = figures.text.split(separator: "\n").map(String.init)
        for line in [
            "# TYPE bobbin_connections gauge", "bobbin_connections 3", "# TYPE bobbin_commands_total counter",
            #"bobbin_commands_total{result="ok"} 5"#, #"bobbin_commands_total{result="404"} 1"#,
            #"bobbin_http_answers_total{status="200"} 7"#, #"bobbin_refusals_total{reason="rate"} 2"#,
            #"bobbin_refusals_total{reason="slow_reader"} 0"#, #"bobbin_command_seconds_bucket{le="+Inf"} 0"#,
            "bobbin_command_seconds_count 0",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
    }
}

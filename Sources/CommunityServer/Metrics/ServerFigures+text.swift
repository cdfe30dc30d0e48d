extension ServerFigures {
    /// The figures in Prometheus' text format 0.0.4.
    var text: String {
        var page = MetricsPage()
        page.gauge("bobbin_connections", "WebSockets that are open.", connections)
        page.gauge("bobbin_subscriptions", "Subscriptions that are open.", subscriptions)
        page.gauge("bobbin_queue_bytes", "Bytes that wait for slow readers.", queuedBytes)
        page.counter("bobbin_events_total", "Events handed in for delivery.", [("", events)])
        page.counter("bobbin_deliveries_total", "Events put into connections' queues.", [("", deliveries)])
        page.counter(
            "bobbin_commands_total",
            "Commands by result.",
            commands.sorted { $0.key < $1.key }.map { (#"{result="\#($0.key)"}"#, $0.value) }
        )
        page.histogram("bobbin_command_seconds", "Time from SEND to disk.", commandTimes)
        page.counter(
            "bobbin_http_answers_total",
            "Answers by status.",
            answers.sorted { $0.key < $1.key }.map { (#"{status="\#($0.key)"}"#, $0.value) }
        )
        page.counter(
            "bobbin_refusals_total",
            "Who was turned away or cut off, by reason.",
            Refusal.allCases.map { (#"{reason="\#($0.rawValue)"}"#, refusals[$0] ?? 0) }
        )
        return page.text
    }
}

/// A page of metrics as it grows.
private struct MetricsPage {
    var text = ""

    private mutating func begin(_ name: String, _ help: String, _ type: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }

    mutating func gauge(_ name: String, _ help: String, _ value: Int) {
        begin(name, help, "gauge")
        text += "\(name) \(value)\n"
    }

    mutating func counter(_ name: String, _ help: String, _ values: [(labels: String, value: Int)]) {
        begin(name, help, "counter")
        for value in values { text += "\(name)\(value.labels) \(value.value)\n" }
    }

    mutating func histogram(_ name: String, _ help: String, _ values: Histogram) {
        begin(name, help, "histogram")
        for bucket in values.cumulative { text += "\(name)_bucket{le=\"\(bucket.bound)\"} \(bucket.count)\n" }
        text += "\(name)_sum \(values.sum)\n\(name)_count \(values.count)\n"
    }
}

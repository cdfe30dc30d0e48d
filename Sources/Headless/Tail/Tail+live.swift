import Chat
import Stomp
import StompClient

// What comes over the connection.
extension Tail {
    /// Prints what comes, until something ends it.
    func follow(
        _ live: inout TailedThreads,
        _ events: AsyncStream<StompEvent>,
        _ printer: inout TailPrinter
    ) async {
        let wasConnected = !live.streams.isEmpty
        for source in settings.sources {
            let id: SubscriptionID
            if let stream = live.streams[source.destination] {
                id = await connection.subscribe(
                    stream: StreamQueue.existing(source.destination),
                    from: .offset(stream.start),
                    headers: source.headers
                )
            } else {
                id = await connection.subscribe(destination: source.destination, headers: source.headers)
            }
            live.threads[id.rawValue] = source.room ?? source.destination
        }
        if wasConnected {
            await catchUp(&live, &printer)
            live.isUnsure = true
        } else {
            await connection.connect()
        }
        for await event in events {
            // What still comes is taken, so that the server's farewell is, but not printed.
            if stop.cause != nil { continue }
            observe(event)
            await take(event, &live, &printer)
        }
        stop.end(with: .noConnection) { notices.complain("the connection has ended") }
    }

    private func take(_ event: StompEvent, _ live: inout TailedThreads, _ printer: inout TailPrinter) async {
        switch event {
        case .messages(let frames):
            if settings.format != .frames { await print(frames, &live, &printer) }
        case .trace(let frames):
            guard settings.format == .frames else { break }
            printer.take(frames)
            await printer.flush()
        case .subscriptionRefused(let id, _, let reason):
            refused(id, reason, &live)
        case .disconnected:
            live.lostAt = live.lostAt ?? run.now()
        case .connected, .reconnected:
            await catchUp(&live, &printer)
            live.isUnsure = true
            if case .reconnected = event { await printGap(live, &printer) }
            live.lostAt = nil
        case .connecting, .serverError, .receipt:
            break
        }
    }

    private func refused(_ id: SubscriptionID, _ reason: String, _ live: inout TailedThreads) {
        guard let thread = live.threads.removeValue(forKey: id.rawValue) else { return }
        let report =
            live.streams[thread] == nil
            ? FailureReport(refusedSubscription: thread, reason: reason)
            : FailureReport(refusedStream: thread, reason: reason, url: settings.url)
        notices.complain(report.description)
        live.streams[thread] = nil
        if live.threads.isEmpty { stop.end(with: .refused) }
    }

    /// Messages may be missing of what nobody keeps.
    private func printGap(_ live: TailedThreads, _ printer: inout TailPrinter) async {
        let kept = Set(live.streams.keys).union(live.newest.keys)
        for thread in Set(live.threads.values).subtracting(kept).sorted() {
            await printer.take(TailEntry(TailEntry.Gap(from: live.lostAt, to: run.now()), threadID: thread))
        }
        await printer.flush()
    }

    // MARK: Messages

    private func print(
        _ frames: StompFrameBatch,
        _ live: inout TailedThreads,
        _ printer: inout TailPrinter
    ) async {
        if printer.takesBodies, live.streams.isEmpty {
            printer.take(bodiesOf: frames)
            return await printer.flush()
        }
        if live.isUnsure {
            live.isUnsure = false
            await catchUp(&live, &printer)
        }
        let hadPastToCome = live.hasPastToCome
        let arrival = run.now()
        for frame in frames {
            let subscription = frame.header("subscription")
            if let subscription, live.spent.contains(subscription) { continue }
            // Brokers rewrite destinations, so the subscription tells which thread it is.
            let thread = subscription.flatMap { live.threads[$0] } ?? frame.header("destination") ?? ""
            if live.streams[thread] != nil {
                await print(frame, of: thread, arrival, &live, &printer)
            } else if let message = settings.reader.message(
                frame,
                arrival: arrival,
                in: live.isRoom(thread) ? thread : nil
            ) {
                let entry = TailEntry(.message, message, threadID: thread)
                if live.note(entry) { await printer.take(entry) }
            }
        }
        await printer.flush()
        guard hadPastToCome, !live.hasPastToCome else { return }
        if run.follows {
            if settings.marksLive { notices.mark() }
        } else {
            run.end()
        }
    }

    private func print(
        _ frame: StompFrameView,
        of stream: String,
        _ arrival: Int64,
        _ live: inout TailedThreads,
        _ printer: inout TailPrinter
    ) async {
        guard let offset = StreamQueue.offset(of: frame), let reading = live.streams[stream],
            offset >= reading.start, run.follows || offset < reading.end
        else { return }
        let entry = TailEntry(frame, at: offset, of: stream, settings.reader, arrival: arrival)
        if let entry { await printer.take(entry) }
        live.streams[stream]?.start = offset + 1
    }
}

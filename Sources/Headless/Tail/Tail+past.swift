import Chat
import StompClient

// What was written before the tail began, and of rooms while it had no connection.
extension Tail {
    /// Prints what is wanted of the past; false when the tail ends instead.
    func printPast(
        _ live: inout TailedThreads,
        _ events: AsyncStream<StompEvent>,
        _ printer: inout TailPrinter
    ) async -> Bool {
        let span = run.span
        do throws(StoredFailure) {
            let streams = try await lookAtStreams(&live, events, span)
            var pasts = try await otherPasts(span)
            // One stream alone comes in its own order, so it is read as it comes.
            let isOneStream = settings.sources.count == 1 && streams.pasts.first.map { $0.count == nil } ?? false
            if !isOneStream, let reader = streams.reader {
                for past in streams.pasts {
                    if let read = past.reader(settings, span, reader) { pasts.append((past.name, read)) }
                    live.streams[past.name]?.start = past.end
                }
            }
            var readers = pasts.map(\.reader)
            for (index, thread) in pasts.map(\.thread).enumerated() {
                do throws(StoredFailure) {
                    try await readers[index].findBeginning { printer.takes($0) }
                } catch {
                    guard readers[index].isEmpty else { throw error }
                    // What comes is to be had all the same.
                    notices.tell("\(error.sentence); messages may be missing after a lost connection")
                    continue
                }
                guard readers[index].isEmpty || readers[index].hasFoundBeginning else { throw unknownBeginning() }
                if served != nil { live.newest[thread] = readers[index].newestID ?? "" }
            }
            try await HistoryMerge.print(&readers, &printer, stop) { entry in
                if entry.offset == nil { live.note(entry) }
            }
            live.spent = await streams.reader?.spent ?? []
            try keepPlaces(live)
        } catch {
            stop.end(with: error.code) { notices.complain(error.sentence) }
        }
        await printer.flush()
        if settings.marksLive, stop.cause == nil, run.follows, !live.hasPastToCome { notices.mark() }
        return stop.cause == nil
    }

    // MARK: Streams

    private func lookAtStreams(
        _ live: inout TailedThreads,
        _ events: AsyncStream<StompEvent>,
        _ span: TailSpan
    ) async throws(StoredFailure) -> (pasts: [StreamPast], reader: StreamReader?) {
        let sources = settings.sources.filter(\.isStream)
        guard !sources.isEmpty else { return ([], nil) }
        let reader = StreamReader(connection, events) { observe($0) }
        await connection.connect()
        var pasts: [StreamPast] = []
        for source in sources {
            do throws(StreamReader.Failure) {
                let past = try await StreamPast(source, settings, span, reader)
                pasts.append(past)
                live.streams[past.name] = TailedThreads.Stream(start: past.lower, end: past.end)
                if span.follows, past.lower > past.end {
                    notices.tell(
                        "\(past.name) ends at \(past.end), before \(past.lower), where it is to begin: waiting for more"
                    )
                }
            } catch {
                throw StoredFailure(error, stream: source.destination, url: settings.url)
            }
        }
        return (pasts, reader)
    }

    // MARK: Threads that are kept elsewhere

    private func otherPasts(
        _ span: TailSpan
    ) async throws(StoredFailure) -> [(thread: String, reader: HistoryReader<StoredFailure>)] {
        var pasts: [(String, HistoryReader<StoredFailure>)] = []
        for thread in otherThreads {
            if let served {
                pasts.append((thread, served.reader(of: thread, settings, span)))
            } else if let reader = try await history?.reader(of: thread, settings, span) {
                pasts.append((thread, reader))
            }
        }
        return pasts
    }

    /// The threads that are no streams, each once.
    private var otherThreads: [String] {
        var threads: [String] = []
        for source in settings.sources where !source.isStream {
            let thread = source.room ?? source.destination
            if !threads.contains(thread) { threads.append(thread) }
        }
        return threads
    }

    private func unknownBeginning() -> StoredFailure {
        let id = settings.range.after ?? settings.cursor.map { _ in "that the cursor file names" } ?? ""
        return StoredFailure(
            .refused,
            "there is no message \(id) in the server's history; begin with --last or --since"
        )
    }

    // MARK: Where a later run goes on

    /// Threads of which nothing was printed are gone on with here when the tail is started again.
    private func keepPlaces(_ live: TailedThreads) throws(StoredFailure) {
        guard let cursor = settings.cursor else { return }
        do throws(CursorFile.Fault) {
            for (name, stream) in live.streams where !stream.hasPastToCome {
                try cursor.begin(name, behind: String(Int64(stream.end) - 1))
            }
            for (thread, id) in live.newest { try cursor.begin(thread, behind: id) }
        } catch {
            throw StoredFailure(.failure, error.sentence)
        }
    }

    /// Prints what the server's history has of rooms behind what was printed; what can't be had is told.
    func catchUp(_ live: inout TailedThreads, _ printer: inout TailPrinter) async {
        guard let served else { return }
        for thread in otherThreads {
            guard let known = live.newest[thread] else { continue }
            var reader = served.reader(of: thread, behind: known.isEmpty ? nil : known, arrival: run.now())
            do throws(StoredFailure) {
                try await reader.findBeginning { _ in true }
                guard reader.hasFoundBeginning else {
                    throw StoredFailure(.refused, "the server's history has gone on")
                }
                while stop.cause == nil, let item = try await reader.next() {
                    if live.note(item.entry) { await printer.take(item.entry) }
                }
            } catch {
                notices.complain("messages of \(thread) may be missing: \(error.sentence)")
                let gap = TailEntry.Gap(after: known.isEmpty ? nil : known, from: live.lostAt, to: run.now())
                await printer.take(TailEntry(gap, threadID: thread))
            }
        }
        await printer.flush()
    }
}

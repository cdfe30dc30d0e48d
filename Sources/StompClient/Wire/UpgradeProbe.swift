package import FoundationEssentials
package import Transport
import WebSocket

/// Asks a server for the WebSocket once and shows what it answers, for finding out what is wrong.
package struct UpgradeProbe: Sendable {
    /// A server that agreed.
    package struct Answer: Sendable, Equatable {
        /// The subprotocol it chose, if any.
        package var subprotocol: String?
        package var isCompressed: Bool
        /// The header of its answer; names in lower case.
        package var headers: [String: String]
    }

    private let url: URL
    private let transport: any Transport
    private let settings: ConnectionSettings
    private let token: String?
    private let clock: any Clock<Duration>

    /// - Parameters:
    ///   - token: goes where the settings say.
    ///   - clock: measures how long an answer may take.
    package init(
        _ url: URL,
        transport: any Transport,
        settings: ConnectionSettings,
        token: String?,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.url = url
        self.transport = transport
        self.settings = settings
        self.token = token
        self.clock = clock
    }

    /// The endpoint that the URL means.
    package var endpoint: Endpoint {
        get throws(ConnectionFailure) { try ServerAddress(url).endpoint }
    }

    /// Whether frames go through a WebSocket, so that there is something to ask for.
    package var isWebSocket: Bool {
        get throws(ConnectionFailure) { try ServerAddress(url).carrier == .webSocket }
    }

    /// - Throws: why there is no WebSocket, as `StompConnection` would tell it.
    package func answer() async throws(ConnectionFailure) -> Answer {
        var address = try ServerAddress(url)
        let credentials = Credentials(token: token, settings)
        if settings.usesSockJS { address.openSockJSSession() }
        if let item = credentials.queryItem { address.addQuery(name: item.name, value: item.value) }
        let request = UpgradeRequest(address: address, headers: settings.httpHeaders + credentials.httpHeaders)
        let handshake = try request.handshake(offersCompression: settings.offersCompression)
        let stream: any ByteStream
        do throws(TransportError) {
            stream = try await transport.connect(to: address.endpoint)
        } catch {
            throw ConnectionFailure(error)
        }
        defer { stream.close() }
        let limit = settings.signInTimeout
        let alarm = Task { [clock] in
            // Cancelled when the answer has come.
            guard (try? await clock.sleep(for: limit)) != nil else { return }
            stream.close()
        }
        defer { alarm.cancel() }
        let outcome: Result<Answer, ConnectionFailure>
        do throws(TransportError) {
            try await stream.write(handshake.requestBytes)
            outcome = try await UpgradeProbe.read(handshake, request, from: stream)
        } catch {
            throw error == .closed ? .timedOut(step: .upgrading, after: limit) : ConnectionFailure(error)
        }
        return try outcome.get()
    }

    private static func read(
        _ handshake: WebSocketClientHandshake,
        _ request: UpgradeRequest,
        from stream: any ByteStream
    ) async throws(TransportError) -> Result<Answer, ConnectionFailure> {
        var handshake = handshake
        var head: [UInt8] = []
        let buffer = ReadBuffer(capacity: 16 * 1024)
        while true {
            let count = try await stream.read(into: buffer)
            guard count > 0 else { return .failure(request.failure(for: handshake.ended())) }
            do throws(WebSocketHandshakeError) {
                let accepted = try buffer.withBytes(count) { bytes throws(WebSocketHandshakeError) in
                    for index in bytes.indices { head.append(bytes[index]) }
                    return try handshake.receive(bytes)
                }
                guard let accepted else { continue }
                return .success(
                    Answer(
                        subprotocol: accepted.subprotocol,
                        isCompressed: accepted.compression != nil,
                        headers: headers(of: head)
                    )
                )
            } catch {
                return .failure(request.failure(for: error))
            }
        }
    }

    /// The fields of an answer that was found to be sound.
    private static func headers(of head: [UInt8]) -> [String: String] {
        var fields: [String: String] = [:]
        for line in String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline).dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { break }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            fields[line[..<colon].lowercased()] = String(value)
        }
        return fields
    }
}

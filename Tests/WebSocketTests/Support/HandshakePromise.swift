import WebSocket

/// What both handshakes promise of any bytes: they accept them or throw their error, nothing else, whatever the cuts.
///
/// The first byte of an input chooses the side; the rest is the stream.
struct HandshakePromise {
    private enum Result: Equatable {
        case accepted(String?, PermessageDeflate?, consumed: Int)
        case requested(path: String, headers: [HTTPField], answer: [UInt8], consumed: Int)
        case failed(WebSocketHandshakeError)
        case refused(WebSocketRequestError)
        case waiting
    }

    private let isClient: Bool
    private let stream: [UInt8]

    init(input: [UInt8]) {
        isClient = (input.first ?? 0) & 1 == 0
        stream = Array(input.dropFirst())
    }

    /// How the promise is broken, or nil.
    func broken() -> String? {
        let whole = result(cutAt: [])
        for cuts in cuts {
            let cut = result(cutAt: cuts)
            if cut != whole { return "cut at \(cuts.prefix(20)): \(cut), but whole: \(whole)" }
        }
        switch whole {
        case .accepted(_, _, let consumed), .requested(_, _, _, let consumed):
            if consumed > stream.count { return "\(consumed) bytes consumed of \(stream.count)" }
        case .failed(.refused(_, _, _, let body)):
            if body.count > 30 { return "more of the body kept than asked for" }
        case .failed, .refused, .waiting:
            break
        }
        return nil
    }

    private func result(cutAt cuts: [Int]) -> Result {
        let bounds = [0] + cuts + [stream.count]
        let pieces = zip(bounds, bounds.dropFirst()).map { Array(stream[$0..<$1]) }
        return isClient ? clientResult(pieces) : serverResult(pieces)
    }

    private var cuts: [[Int]] {
        guard stream.count > 1 else { return [] }
        let sum = stream.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF }
        return [Array(1..<stream.count), [sum % stream.count], [(sum >> 8) % stream.count]]
    }

    private func clientResult(_ pieces: [[UInt8]]) -> Result {
        do throws(WebSocketHandshakeError) {
            var handshake = try WebSocketClientHandshake(
                host: "localhost",
                path: "/ws",
                subprotocols: ["v12.stomp"],
                offersCompression: true,
                nonce: Array("the sample nonce".utf8),
                headLimit: 400,
                bodyLimit: 30
            )
            var taken = 0
            for piece in pieces {
                if let accepted = try handshake.receive(piece.span) {
                    return .accepted(accepted.subprotocol, accepted.compression, consumed: taken + accepted.consumed)
                }
                taken += piece.count
            }
            let error = handshake.ended()
            return error == .ended ? .waiting : .failed(error)
        } catch {
            // How much came before it was clear depends on the cuts.
            if case .notHTTP = error { return .failed(.notHTTP(start: [])) }
            return .failed(error)
        }
    }

    private func serverResult(_ pieces: [[UInt8]]) -> Result {
        var handshake = WebSocketServerHandshake(headLimit: 400)
        var taken = 0
        for piece in pieces {
            do throws(WebSocketRequestError) {
                if let request = try handshake.receive(piece.span) {
                    let agreement = request.compressionOffers.first.map { (PermessageDeflate(accepting: $0), $0) }
                    return .requested(
                        path: request.path,
                        headers: request.headers,
                        answer: request.accept(subprotocol: request.subprotocols.last, compression: agreement),
                        consumed: taken + request.consumed
                    )
                }
            } catch {
                return .refused(error)
            }
            taken += piece.count
        }
        return .waiting
    }
}

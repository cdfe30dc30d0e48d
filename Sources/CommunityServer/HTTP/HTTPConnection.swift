internal import CMicroHTTPD
import Glibc

/// A connection that libmicrohttpd holds, good for as long as the request on it lasts.
struct HTTPConnection: @unchecked Sendable {
    // Unchecked: the library lets a connection be resumed from any thread; all else happens on its own.
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    /// Tells it from the others there are.
    var id: UInt { UInt(bitPattern: handle) }

    /// Leaves the connection alone until `resume()`.
    func suspend() { MHD_suspend_connection(handle) }

    /// Goes on with the connection.
    func resume() { MHD_resume_connection(handle) }

    /// What the request said before its body.
    func head(method: String, rawTarget: String, target: RequestTarget) -> RequestHead {
        var fields: [(name: String, value: String)] = []
        withUnsafeMutablePointer(to: &fields) { list in
            // The callback only runs inside the call, where the list is.
            _ = MHD_get_connection_values(
                handle,
                .HEADER_KIND,
                { context, _, name, value in
                    guard let context, let name else { return .YES }
                    let list = context.assumingMemoryBound(to: [(name: String, value: String)].self)
                    list.pointee.append((String(cString: name), value.map { String(cString: $0) } ?? ""))
                    return .YES
                },
                list
            )
        }
        return RequestHead(
            method: method,
            target: target,
            rawTarget: rawTarget,
            fields: fields,
            peerAddress: peerAddress
        )
    }

    private var peerAddress: String {
        var text = [CChar](repeating: 0, count: 64)
        bobbin_mhd_peer(handle, &text, UInt32(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Answers the request; false when there is no way to.
    func answer(_ response: APIResponse) -> Bool {
        guard let answer = Self.make(response) else { return false }
        defer { MHD_destroy_response(answer) }
        let safe = "X-Content-Type-Options"
        let isSaid = response.headers.contains { $0.name.lowercased() == safe.lowercased() }
        Self.add((isSaid ? [] : [(safe, "nosniff")]) + response.headers, to: answer)
        return MHD_queue_response(handle, UInt32(response.status), answer) == .YES
    }

    /// Answers with 101 and hands the socket to `taker`.
    func upgrade(headers: [(name: String, value: String)], taker: any UpgradeTaker) -> Bool {
        let box = Unmanaged.passRetained(TakerBox(taker))
        let answer = MHD_create_response_for_upgrade(
            { context, _, _, early, count, descriptor, handle in
                guard let context else { return }
                let taker = Unmanaged<TakerBox>.fromOpaque(context).takeRetainedValue().taker
                guard let handle else { return }
                let bytes = early.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
                taker.take(UpgradedSocket(handle: handle, descriptor: descriptor), early: bytes)
            },
            box.toOpaque()
        )
        guard let answer else {
            box.release()
            return false
        }
        defer { MHD_destroy_response(answer) }
        Self.add(headers, to: answer)
        let isQueued = MHD_queue_response(handle, UInt32(MHD_HTTP_SWITCHING_PROTOCOLS), answer) == .YES
        if !isQueued { box.release() }
        return isQueued
    }

    /// What the library carries through an upgrade.
    private final class TakerBox {
        let taker: any UpgradeTaker
        init(_ taker: any UpgradeTaker) { self.taker = taker }
    }

    private static func make(_ response: APIResponse) -> OpaquePointer? {
        switch response.body {
        case .bytes(let bytes):
            return bytes.withUnsafeBytes { buffer in
                // The library copies, and lacks a `const`.
                MHD_create_response_from_buffer(
                    buffer.count,
                    UnsafeMutableRawPointer(mutating: buffer.baseAddress),
                    .RESPMEM_MUST_COPY
                )
            }
        case .file(let path, let size):
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            // From here on the descriptor is the response's.
            guard let answer = MHD_create_response_from_fd64(UInt64(size), descriptor) else {
                close(descriptor)
                return nil
            }
            return answer
        }
    }

    /// The library refuses a header that would end its line.
    private static func add(_ headers: [(name: String, value: String)], to answer: OpaquePointer) {
        for header in headers { _ = MHD_add_response_header(answer, header.name, header.value) }
    }
}

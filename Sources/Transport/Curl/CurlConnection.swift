import CCurl
import Glibc

/// One connection of libcurl: its handles and what can be done with them.
///
/// The easy handle stays in its multi handle for good: a connection made with `CURLOPT_CONNECT_ONLY` is closed when
/// the handle is taken out.
///
/// Unchecked, because curl's handles may move from thread to thread but must be used by one at a time: by the thread of
/// the attempt, then under the stream's lock. Only `wakeUp()` may come from anywhere.
final class CurlConnection: CurlOptions, @unchecked Sendable {
    /// How far an attempt is.
    enum Progress {
        case running
        case connected
        case failed(CurlFailure)
    }

    /// What one call for bytes came to.
    enum Transferred {
        case bytes(Int)
        case wouldBlock
        case failed(CurlFailure)
    }

    // SAFETY: initialised once, under the lock of a global.
    static let isInitialised = curl_global_init(Int(CURL_GLOBAL_SSL | CURL_GLOBAL_WIN32)) == CURLE_OK

    private let easy: UnsafeMutableRawPointer
    private let multi: UnsafeMutableRawPointer
    private let errorText: UnsafeMutablePointer<CChar>

    init() throws(TransportError) {
        guard Self.isInitialised, let easy = curl_easy_init() else {
            throw .system(detail: "libcurl can't be started")
        }
        guard let multi = curl_multi_init() else {
            curl_easy_cleanup(easy)
            throw .system(detail: "libcurl has no resources left")
        }
        self.easy = easy
        self.multi = multi
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        bobbin_curl_setopt_pointer(easy, CURLOPT_ERRORBUFFER, errorText)
        bobbin_curl_set_callbacks(easy)
    }

    deinit {
        curl_multi_remove_handle(multi, easy)
        curl_easy_cleanup(easy)
        curl_multi_cleanup(multi)
        errorText.deallocate()
    }

    // MARK: Options

    func set(_ option: CURLoption, _ value: String?) throws(TransportError) {
        try check(bobbin_curl_setopt_string(easy, option, value), option)
    }

    func set(_ option: CURLoption, _ value: Int) throws(TransportError) {
        try check(bobbin_curl_setopt_long(easy, option, value), option)
    }

    private func check(_ code: CURLcode, _ option: CURLoption) throws(TransportError) {
        guard code == CURLE_OK else {
            throw .system(detail: "libcurl refuses option \(option.rawValue): \(Self.text(of: code))")
        }
    }

    // MARK: Connecting

    /// Begins; `progress()` does the work.
    func start() throws(TransportError) {
        let code = curl_multi_add_handle(multi, easy)
        guard code == CURLM_OK else {
            throw .system(detail: "libcurl can't begin: \(String(cString: curl_multi_strerror(code)))")
        }
    }

    /// Does what can be done without waiting.
    func progress() -> Progress {
        var runningCount: Int32 = 0
        let code = curl_multi_perform(multi, &runningCount)
        guard code == CURLM_OK else {
            return .failed(CurlFailure(code: CURLE_FAILED_INIT, text: String(cString: curl_multi_strerror(code))))
        }
        var leftCount: Int32 = 0
        guard let message = curl_multi_info_read(multi, &leftCount), message.pointee.msg == CURLMSG_DONE else {
            return .running
        }
        let result = message.pointee.data.result
        guard result == CURLE_OK else { return .failed(failure(result)) }
        // What was tried and failed on the way must not pass for the reason of a later failure.
        errorText[0] = 0
        return .connected
    }

    /// Waits until there is something to do, at most this long, or until `wakeUp()`.
    func wait(atMost milliseconds: Int32) {
        curl_multi_poll(multi, nil, 0, milliseconds, nil)
    }

    /// Ends `wait`, now or when it is next called; from any thread.
    func wakeUp() {
        curl_multi_wakeup(multi)
    }

    /// The socket once connected.
    var socket: Int32? {
        var socket: curl_socket_t = -1
        guard bobbin_curl_getinfo_socket(easy, CURLINFO_ACTIVESOCKET, &socket) == CURLE_OK, socket >= 0 else {
            return nil
        }
        return socket
    }

    /// What the server's certificates say, its own first: lines of `Name:value`, as curl words them.
    var certificateLines: [[String]] {
        var found: UnsafeMutablePointer<curl_certinfo>?
        guard bobbin_curl_getinfo_certificates(easy, &found) == CURLE_OK, let chain = found?.pointee else { return [] }
        // SAFETY: the lists are curl's and stay until the connection is closed.
        return (0..<Int(chain.num_of_certs)).map { index in
            sequence(first: chain.certinfo[index]) { $0?.pointee.next }.prefix { $0 != nil }.compactMap { entry in
                entry?.pointee.data.map { String(cString: $0) }
            }
        }
    }

    // MARK: Bytes

    /// Reads what is there; zero bytes are the end of the stream.
    func receive(into memory: UnsafeMutableRawBufferPointer) -> Transferred {
        var count = 0
        return transferred(curl_easy_recv(easy, memory.baseAddress, memory.count, &count), count)
    }

    /// Hands bytes to the system. After `.wouldBlock`, OpenSSL wants the same memory and count again.
    func send(_ bytes: UnsafeRawBufferPointer) -> Transferred {
        var count = 0
        return transferred(curl_easy_send(easy, bytes.baseAddress, bytes.count, &count), count)
    }

    private func transferred(_ code: CURLcode, _ count: Int) -> Transferred {
        switch code {
        case CURLE_OK: .bytes(count)
        case CURLE_AGAIN: .wouldBlock
        default: .failed(failure(code))
        }
    }

    // MARK: Failures

    private func failure(_ code: CURLcode) -> CurlFailure {
        let text = String(cString: errorText)
        return CurlFailure(
            code: code,
            text: text.isEmpty ? Self.text(of: code) : text,
            systemError: Int32(truncatingIfNeeded: information(CURLINFO_OS_ERRNO)),
            proxyStatus: information(CURLINFO_HTTP_CONNECTCODE),
            isProxyUntrusted: information(CURLINFO_PROXY_SSL_VERIFYRESULT) != 0
        )
    }

    private func information(_ info: CURLINFO) -> Int {
        var value = 0
        return bobbin_curl_getinfo_long(easy, info, &value) == CURLE_OK ? value : 0
    }

    private static func text(of code: CURLcode) -> String {
        String(cString: curl_easy_strerror(code))
    }
}

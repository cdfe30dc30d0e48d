import CCurl
import Glibc

/// One exchange of libcurl: the handle, what it sends and what came back.
///
/// Unchecked, because a handle may move between threads but must be used by one at a time: it is made by the task that
/// asks, handed to the worker once, and from then on used by the worker's thread alone.
final class CurlTransfer: CurlOptions, @unchecked Sendable {
    let request: HTTPRequest
    let easy: UnsafeMutableRawPointer
    private let progress: (@Sendable (HTTPProgress) -> Void)?
    private let errorText: UnsafeMutablePointer<CChar>
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private var file: UploadFile?
    private var answer = AnswerCollector()
    private var lastProgress: ContinuousClock.Instant?
    private var lastSent = -1

    init(
        _ request: HTTPRequest,
        settings: TransportSettings,
        progress: (@Sendable (HTTPProgress) -> Void)?
    ) throws(HTTPError) {
        guard CurlConnection.isInitialised, let easy = curl_easy_init() else {
            throw .transport(.system(detail: "libcurl can't be started"))
        }
        self.request = request
        self.easy = easy
        self.progress = progress
        answer.limit = request.answerLimit
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        bobbin_curl_setopt_pointer(easy, CURLOPT_ERRORBUFFER, errorText)
        bobbin_curl_set_callbacks(easy)
        try configure(settings)
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headerList)
        errorText.deallocate()
    }

    // MARK: Options

    func set(_ option: CURLoption, _ value: String?) throws(TransportError) {
        try check(bobbin_curl_setopt_string(easy, option, value), option)
    }

    func set(_ option: CURLoption, _ value: Int) throws(TransportError) {
        try check(bobbin_curl_setopt_long(easy, option, value), option)
    }

    private func set(_ option: CURLoption, size value: Int) throws(TransportError) {
        try check(bobbin_curl_setopt_offset(easy, option, curl_off_t(value)), option)
    }

    private func check(_ code: CURLcode, _ option: CURLoption) throws(TransportError) {
        guard code == CURLE_OK else {
            throw .system(
                detail: "libcurl refuses option \(option.rawValue): \(String(cString: curl_easy_strerror(code)))"
            )
        }
    }

    func setHeaders(_ headers: HTTPHeaders) throws(HTTPError) {
        for field in headers.fields {
            guard field.isValid else {
                throw .badRequest(
                    detail: "the header “\(field.name.filter { $0.isLetter || $0 == "-" })” can't be sent"
                )
            }
            // curl takes `Name:` for an order to leave a header out, and `Name;` for an empty one.
            append(header: field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        // Not waiting for `100 Continue` saves a second with servers that never send it.
        append(header: "Expect:")
        if headers["Content-Type"] == nil { append(header: "Content-Type:") }
        bobbin_curl_setopt_pointer(easy, CURLOPT_HTTPHEADER, headerList)
    }

    private func append(header: String) {
        headerList = curl_slist_append(headerList, header) ?? headerList
    }

    func setBody(_ body: HTTPRequest.Body) throws(HTTPError) {
        if case .file(let path) = body { file = try UploadFile(path) }
        do throws(TransportError) {
            switch body {
            case .none where request.method == .get || request.method == .delete: break
            // A POST without a body still says that its length is zero.
            case .none: try setBytes([])
            case .bytes(let bytes): try setBytes(bytes)
            case .file: if let file { try setFile(file) }
            }
            // Behind the body, whose options choose a method of their own.
            try set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        } catch {
            throw .transport(error)
        }
    }

    private func setFile(_ file: UploadFile) throws(TransportError) {
        try set(CURLOPT_UPLOAD, 1)
        try set(CURLOPT_INFILESIZE_LARGE, size: file.size)
        bobbin_curl_setopt_pointer(easy, CURLOPT_READDATA, context)
        bobbin_curl_setopt_transfer(easy, CURLOPT_READFUNCTION) { memory, size, count, context in
            CurlTransfer.from(context)?.file?.read(into: memory, size * count) ?? Int(CURL_READFUNC_ABORT)
        }
        bobbin_curl_setopt_pointer(easy, CURLOPT_SEEKDATA, context)
        bobbin_curl_setopt_seek(easy) { context, offset, origin in
            let isDone = CurlTransfer.from(context)?.file?.seek(to: offset, from: origin) ?? false
            return isDone ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
        }
    }

    private func setBytes(_ bytes: [UInt8]) throws(TransportError) {
        try set(CURLOPT_POSTFIELDSIZE_LARGE, size: bytes.count)
        // curl copies them: the array need not outlive this call.
        let code = bytes.withUnsafeBytes { bytes in
            // An empty array has no address, which curl would take for "read the body from the callback".
            guard let start = bytes.baseAddress else {
                return bobbin_curl_setopt_string(easy, CURLOPT_COPYPOSTFIELDS, "")
            }
            return bobbin_curl_setopt_pointer(easy, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: start))
        }
        try check(code, CURLOPT_COPYPOSTFIELDS)
    }

    // MARK: Callbacks

    func setCallbacks() throws(TransportError) {
        bobbin_curl_setopt_pointer(easy, CURLOPT_WRITEDATA, context)
        bobbin_curl_setopt_transfer(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            let isTaken = CurlTransfer.from(context)?.answer.take(body: bytes, size * count) ?? false
            return isTaken ? size * count : 0
        }
        bobbin_curl_setopt_pointer(easy, CURLOPT_HEADERDATA, context)
        bobbin_curl_setopt_transfer(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            let isTaken = CurlTransfer.from(context)?.answer.take(header: bytes, size * count) ?? false
            return isTaken ? size * count : 0
        }
        guard progress != nil else { return }
        try set(CURLOPT_NOPROGRESS, 0)
        bobbin_curl_setopt_pointer(easy, CURLOPT_XFERINFODATA, context)
        bobbin_curl_setopt_progress(easy) { context, _, _, total, sent in
            CurlTransfer.from(context)?.sent(Int(sent), of: Int(total))
            return 0
        }
    }

    /// Unretained: the worker holds the transfer as long as curl may call back.
    private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    private static func from(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
        context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Passes on how far the body is, at most ten times a second but never without the last step.
    private func sent(_ count: Int, of total: Int) {
        guard total > 0, count != lastSent else { return }
        let now = ContinuousClock.now
        if let lastProgress, count < total, now - lastProgress < .milliseconds(100) { return }
        lastProgress = now
        lastSent = count
        progress?(HTTPProgress(sentBytes: count, totalBytes: total))
    }

    // MARK: The end

    /// The answer, or why there is none, and where a redirect leads.
    func outcome(_ code: CURLcode, settings: TransportSettings) -> Result<CurlHTTPClient.Answer, HTTPError> {
        guard code == CURLE_OK else { return .failure(failure(code, settings)) }
        var location: UnsafePointer<CChar>?
        bobbin_curl_getinfo_text(easy, CURLINFO_REDIRECT_URL, &location)
        let response = HTTPResponse(
            status: information(CURLINFO_RESPONSE_CODE),
            headers: answer.headers,
            body: answer.body
        )
        return .success(CurlHTTPClient.Answer(response: response, redirectURL: location.map { String(cString: $0) }))
    }

    private func failure(_ code: CURLcode, _ settings: TransportSettings) -> HTTPError {
        if answer.isTooLarge { return .answerTooLarge(limit: answer.limit) }
        if let fault = file?.fault { return fault }
        let text = String(cString: errorText)
        let failure = CurlFailure(
            code: code,
            text: text.isEmpty ? String(cString: curl_easy_strerror(code)) : text,
            systemError: Int32(truncatingIfNeeded: information(CURLINFO_OS_ERRNO)),
            proxyStatus: information(CURLINFO_HTTP_CONNECTCODE),
            isProxyUntrusted: information(CURLINFO_PROXY_SSL_VERIFYRESULT) != 0
        )
        var connectedAfter: curl_off_t = 0
        bobbin_curl_getinfo_offset(easy, CURLINFO_PRETRANSFER_TIME_T, &connectedAfter)
        return failure.ofExchange(request, settings: settings, wasConnected: connectedAfter > 0)
    }

    private func information(_ info: CURLINFO) -> Int {
        var value = 0
        return bobbin_curl_getinfo_long(easy, info, &value) == CURLE_OK ? value : 0
    }
}

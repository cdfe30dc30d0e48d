import CCurl

/// libcurl's handle for many exchanges at once.
///
/// Unchecked, because all but `wakeUp()` is used by the worker's thread alone, and `wakeUp()` may come from anywhere.
final class CurlMulti: @unchecked Sendable {
    /// Connections to one host, at most; further exchanges wait for one.
    static let connectionsPerHost = 6

    private let multi: UnsafeMutableRawPointer

    init() throws(HTTPError) {
        guard CurlConnection.isInitialised, let multi = curl_multi_init() else {
            throw .transport(.system(detail: "libcurl has no resources left"))
        }
        self.multi = multi
        bobbin_curl_multi_setopt_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, Self.connectionsPerHost)
        bobbin_curl_multi_setopt_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, 4 * Self.connectionsPerHost)
    }

    deinit {
        curl_multi_cleanup(multi)
    }

    func add(_ transfer: CurlTransfer) -> Bool {
        curl_multi_add_handle(multi, transfer.easy) == CURLM_OK
    }

    /// Takes an exchange out, finished or not; its connection is closed if it was not.
    func remove(_ transfer: CurlTransfer) {
        curl_multi_remove_handle(multi, transfer.easy)
    }

    /// Does what can be done without waiting; calls `ended` for each exchange that is over.
    func perform(ended: (UnsafeMutableRawPointer, CURLcode) -> Void) {
        var runningCount: Int32 = 0
        curl_multi_perform(multi, &runningCount)
        var leftCount: Int32 = 0
        while let message = curl_multi_info_read(multi, &leftCount) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
            ended(easy, message.pointee.data.result)
        }
    }

    /// Waits until there is something to do or `wakeUp()` is called.
    func wait() {
        curl_multi_poll(multi, nil, 0, 60_000, nil)
    }

    /// Ends `wait`, now or when it is next called; from any thread.
    func wakeUp() {
        curl_multi_wakeup(multi)
    }
}

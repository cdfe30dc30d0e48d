import Glibc

/// Asks the system for the addresses of a host.
enum HostLookup {
    /// The addresses in the order the system gives them, or its sentence for why there are none. It may take long.
    static func addresses(of host: String) async -> Result<[String], LookupFailure> {
        await Blocking.run { lookUp(host) }
    }

    private static func lookUp(_ host: String) -> Result<[String], LookupFailure> {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, nil, &hints, &list)
        guard code == 0 else {
            return .failure(LookupFailure(sentence: String(cString: gai_strerror(code))))
        }
        defer { freeaddrinfo(list) }
        // SAFETY: the list is the resolver's until it is freed above.
        let entries = sequence(first: list) { $0?.pointee.ai_next }.prefix { $0 != nil }
        return .success(entries.compactMap { $0.flatMap { text(of: $0.pointee) } })
    }

    private static func text(of entry: addrinfo) -> String? {
        // SAFETY: the text fits, and ends in NUL.
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { text in
            guard let start = text.baseAddress else { return nil }
            let count = socklen_t(text.count)
            let code = getnameinfo(entry.ai_addr, entry.ai_addrlen, start, count, nil, 0, NI_NUMERICHOST)
            return code == 0 ? String(cString: start) : nil
        }
    }
}

/// The resolver's sentence.
struct LookupFailure: Error {
    let sentence: String
}

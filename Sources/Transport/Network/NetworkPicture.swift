import CLinux
import Glibc

/// The addresses and routes by which connections of this machine live and die.
struct NetworkPicture: Equatable {
    /// Interface and address, without those that lead nowhere.
    var addresses: Set<String> = []
    var routes: Set<String> = []

    static func now() -> NetworkPicture {
        NetworkPicture(
            addresses: currentAddresses(),
            routes: routes4(in: lines("/proc/net/route")).union(routes6(in: lines("/proc/net/ipv6_route")))
        )
    }

    // MARK: Routes

    /// The routes of `/proc/net/route`: interface, destination, gateway, mask; the other columns count uses.
    static func routes4(in lines: [Substring]) -> Set<String> {
        Set(
            lines.dropFirst().compactMap { line in
                let columns = line.split { $0 == "\t" || $0 == " " }
                guard columns.count >= 8 else { return nil }
                return [columns[0], columns[1], columns[2], columns[7]].joined(separator: " ")
            }
        )
    }

    /// The routes of `/proc/net/ipv6_route`: destination, gateway, interface; not those to the link itself or to groups.
    static func routes6(in lines: [Substring]) -> Set<String> {
        Set(
            lines.compactMap { line in
                let columns = line.split(separator: " ")
                guard columns.count >= 10, columns[9] != "lo", !isLocal6(columns[0]) else { return nil }
                return [columns[9], columns[0], columns[1], columns[4]].joined(separator: " ")
            }
        )
    }

    /// fe80::/10 and ff00::/8, in the kernel's 32 digits.
    private static func isLocal6(_ address: Substring) -> Bool {
        address.hasPrefix("ff") || ["fe8", "fe9", "fea", "feb"].contains(address.prefix(3))
    }

    // MARK: Addresses

    private static func currentAddresses() -> Set<String> {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found: Set<String> = []
        // SAFETY: the list is the kernel's until it is freed above; names end in NUL.
        var next = list
        while let entry = next {
            let interface = entry.pointee
            next = interface.ifa_next
            let isUp = interface.ifa_flags & UInt32(IFF_UP) != 0
            guard isUp, let address = interface.ifa_addr.flatMap(text), leadsAnywhere(address) else { continue }
            found.insert("\(String(cString: interface.ifa_name)) \(address)")
        }
        return found
    }

    /// Whether an address is of use beyond this machine and its links.
    private static func leadsAnywhere(_ address: String) -> Bool {
        !address.hasPrefix("127.") && address != "::1" && !address.hasPrefix("fe80:")
    }

    /// An IPv4 or IPv6 address in digits.
    private static func text(_ address: UnsafeMutablePointer<sockaddr>) -> String? {
        let size: Int
        switch Int32(address.pointee.sa_family) {
        case AF_INET: size = MemoryLayout<sockaddr_in>.size
        case AF_INET6: size = MemoryLayout<sockaddr_in6>.size
        default: return nil
        }
        // SAFETY: the family says how many bytes there are; the text fits, and ends in NUL.
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { host in
            let code = getnameinfo(
                address,
                socklen_t(size),
                host.baseAddress,
                socklen_t(host.count),
                nil,
                0,
                NI_NUMERICHOST
            )
            guard code == 0, let start = host.baseAddress else { return nil }
            return String(cString: start)
        }
    }

    // MARK: Files

    /// The lines of a file of the kernel; none where it can't be read.
    private static func lines(_ path: String) -> [Substring] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes: [UInt8] = []
        while bytes.count < 1024 * 1024 {
            let piece = [UInt8](unsafeUninitializedCapacity: 16 * 1024) { memory, count in
                // SAFETY: the kernel writes at most the bytes that are there.
                count = max(0, read(file, memory.baseAddress, memory.count))
            }
            if piece.isEmpty { break }
            bytes += piece
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }
}

import Glibc

extension StoreLocation {
    /// Whether anything is kept there.
    package var isThere: Bool { StoreFiles(self).identity != nil }

    /// The accounts of a profile of which something is kept, by the names of their files.
    package static func accounts(folder: String, profile: String) -> [String] {
        let ending = ".sqlite"
        let files = StoreFiles(StoreLocation(folder: folder, profile: profile, account: ""))
        guard let stream = opendir(files.folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(ending), name.count > ending.count { names.append(String(name.dropLast(ending.count))) }
        }
        return names.sorted()
    }
}

import Community
import Transport

/// What files may be called and be, and how they are served: never as something a browser runs.
enum FileRules {
    /// Pictures that browsers show and that can't carry a script. All else is served as bytes.
    private static let harmless: Set<String> = ["image/png", "image/jpeg", "image/gif", "image/webp"]

    /// A name without a path, as a file on any system could have it.
    static func name(_ text: String) throws(Refusal) -> String {
        let name = try TextRules.line(text, "fileName", 1...255)
        guard name.utf8.count <= 255, name != ".", name != "..", !name.contains("/"), !name.contains("\\") else {
            throw .field("fileName", "is not the name of a file")
        }
        return name
    }

    static func size(_ size: Int) throws(Refusal) -> Int {
        guard size >= 0 else { throw .field("fileSize", "is below 0") }
        guard size <= MessageLimits.fileBytes else {
            throw Refusal(413, "FILE413", "A file has at most \(MessageLimits.fileBytes / 1024 / 1024) MiB.")
        }
        return size
    }

    /// RFC 9110 §8.3.1: a type and a subtype; parameters are left out.
    static func contentType(_ text: String) throws(Refusal) -> String {
        let type = text.prefix { $0 != ";" }.lowercased()
        let parts = TextRules.trimmed(type).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 100 && $0.utf8.allSatisfy(isToken) })
        else { throw .field("contentType", "is not a media type") }
        return parts.joined(separator: "/")
    }

    static func isImage(_ contentType: String) -> Bool { contentType.hasPrefix("image/") }

    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x61...0x7a: true
        default: "!#$&-^_.+".utf8.contains(byte)
        }
    }

    /// The headers a file is served with.
    static func headers(name: String, contentType: String) -> [(name: String, value: String)] {
        // RFC 6266: a plain name for old readers, and the real one in UTF-8.
        let plain = String(name.unicodeScalars.map { $0.isASCII && $0 != "\"" && $0 != "\\" ? Character($0) : "_" })
        return [
            ("Content-Type", harmless.contains(contentType) ? contentType : "application/octet-stream"),
            ("Content-Disposition", "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(name.percentEncoded)"),
            ("X-Content-Type-Options", "nosniff"),
            ("Content-Security-Policy", "default-src 'none'; sandbox"),
            ("Cache-Control", "private, no-store"),
        ]
    }
}

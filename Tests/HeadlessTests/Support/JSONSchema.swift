import Foundation

/// A JSON Schema, as far as the schemas of this project use one.
struct JSONSchema {
    private let root: [String: Any]

    init(contentsOf path: String) throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        root = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    }

    /// What is wrong with a text of JSON; nil when nothing is.
    func fault(of text: some StringProtocol) -> String? {
        guard let value = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed) else {
            return "no JSON: \(text)"
        }
        return fault(value, root, "")
    }

    private func fault(_ value: Any, _ schema: [String: Any], _ path: String) -> String? {
        if let reference = schema["$ref"] as? String {
            guard let target = resolve(reference) else { return "\(path): unknown \(reference)" }
            if let fault = fault(value, target, path) { return fault }
        }
        for (word, wanted) in schema {
            if let fault = fault(value, word, wanted, schema, path) { return "\(path) \(fault)" }
        }
        return nil
    }

    private func resolve(_ reference: String) -> [String: Any]? {
        var place = root
        for part in reference.split(separator: "/").dropFirst() { place = place[String(part)] as? [String: Any] ?? [:] }
        return place.isEmpty ? nil : place
    }

    private func fault(_ value: Any, _ word: String, _ wanted: Any, _ schema: [String: Any], _ path: String) -> String?
    {
        switch word {
        case "oneOf", "anyOf":
            let choices = wanted as? [[String: Any]] ?? []
            let faults = choices.compactMap { fault(value, $0, path) }
            let fits = choices.count - faults.count
            return fits == 1 || word == "anyOf" && fits > 0 ? nil : "fits \(fits): \(faults.joined(separator: "; "))"
        case "type":
            let types = wanted as? [String] ?? [wanted as? String ?? ""]
            return types.contains { JSONSchema.isOf($0, value) } ? nil : "is no \(types)"
        case "const": return equals(value, wanted) ? nil : "is not \(wanted)"
        case "enum": return (wanted as? [Any] ?? []).contains { equals(value, $0) } ? nil : "is none of \(wanted)"
        case "pattern":
            let isThere = (value as? String)?.range(of: wanted as? String ?? "", options: .regularExpression) != nil
            return isThere ? nil : "does not fit \(wanted)"
        case "required":
            let object = value as? [String: Any] ?? [:]
            return (wanted as? [String] ?? []).first { object[$0] == nil }.map { "lacks \($0)" }
        case "properties":
            let known = wanted as? [String: [String: Any]] ?? [:]
            for (name, member) in value as? [String: Any] ?? [:] {
                // Our own output has nothing that the schema does not tell of.
                guard let schema = known[name] else { return "has \(name)" }
                if let fault = fault(member, schema, "\(path)/\(name)") { return fault }
            }
            return nil
        case "items":
            return (value as? [Any] ?? []).lazy.compactMap { fault($0, wanted as? [String: Any] ?? [:], path) }.first
        default: return nil
        }
    }

    private func equals(_ left: Any, _ right: Any) -> Bool { "\(left)" == "\(right)" }

    private static func isOf(_ type: String, _ value: Any) -> Bool {
        switch type {
        case "string": value is String
        case "null": value is NSNull
        case "array": value is [Any]
        case "object": value is [String: Any]
        case "boolean": value is Bool
        case "integer": value is Int
        default: false
        }
    }
}

import Chat

// Settings with placeholders, and paths into JSON.
extension SettingReader {
    /// A text with placeholders.
    mutating func textTemplate(
        _ name: String,
        allowed: Set<Placeholder>,
        costs cost: ConfigurationProblem.Cost = .profile
    ) -> TextTemplate? {
        text(name, costs: cost).flatMap { template($0, at: path[name], allowed: allowed, costs: cost) }
    }

    /// A text with placeholders, or a list of them.
    mutating func textTemplates(
        _ name: String,
        allowed: Set<Placeholder>,
        costs cost: ConfigurationProblem.Cost = .profile
    ) -> [TextTemplate] {
        textOrTexts(name, costs: cost).enumerated().compactMap { index, text in
            template(text, at: isList(name) ? path[name][index] : path[name], allowed: allowed, costs: cost)
        }
    }

    /// A text, or a list of them.
    mutating func textOrTexts(_ name: String, costs cost: ConfigurationProblem.Cost = .profile) -> [String] {
        isList(name) ? texts(name, costs: cost) ?? [] : text(name, costs: cost).map { [$0] } ?? []
    }

    private mutating func isList(_ name: String) -> Bool {
        if case .array? = value(name) { true } else { false }
    }

    private mutating func template(
        _ text: String,
        at path: SettingPath,
        allowed: Set<Placeholder>,
        costs cost: ConfigurationProblem.Cost
    ) -> TextTemplate? {
        do throws(TemplateError) {
            return try TextTemplate(text, allowed: allowed)
        } catch {
            refuse(path, error.problem, costs: cost)
            return nil
        }
    }

    /// Any value, its texts with placeholders.
    mutating func jsonTemplate(
        _ name: String,
        allowed: Set<Placeholder>,
        costs cost: ConfigurationProblem.Cost = .profile
    ) -> JSONTemplate? {
        value(name).flatMap { json($0, at: path[name], allowed: allowed, costs: cost) }
    }

    private mutating func json(
        _ value: JSON5Value,
        at path: SettingPath,
        allowed: Set<Placeholder>,
        costs cost: ConfigurationProblem.Cost
    ) -> JSONTemplate? {
        switch value {
        case .null: return .null
        case .bool(let flag): return .bool(flag)
        case .number(let number): return .number(SettingReader.digits(number))
        case .text(let text):
            do throws(TemplateError) {
                return try JSONTemplate(text: text, allowed: allowed)
            } catch {
                refuse(path, error.problem, costs: cost)
                return nil
            }
        case .array(let values):
            let elements = values.enumerated().map {
                json($0.element, at: path[$0.offset], allowed: allowed, costs: cost)
            }
            return elements.contains(nil) ? nil : .array(elements.compactMap(\.self))
        case .object(let members):
            var templates: [String: JSONTemplate] = [:]
            for (member, value) in members.sorted(by: { $0.key < $1.key }) {
                templates[member] = json(value, at: path[member], allowed: allowed, costs: cost)
            }
            return templates.count == members.count ? .object(templates) : nil
        case .unreadable:
            refuse(path, "can't be read", costs: cost)
            return nil
        }
    }

    /// A number as JSON writes it; a whole one without a point.
    private static func digits(_ number: Double) -> String {
        guard number.isFinite else { return "null" }
        return Int64(exactly: number).map(String.init) ?? "\(number)"
    }

    /// Headers whose values have placeholders, sorted by name.
    mutating func headerTemplates(_ name: String, allowed: Set<Placeholder>) -> [MessageTemplate.Header] {
        namedTexts(name).compactMap { header in
            template(header.value, at: path[name][header.name], allowed: allowed, costs: .profile)
                .map { MessageTemplate.Header(name: header.name, value: $0) }
        }
    }

    /// A path into JSON.
    mutating func fieldPath(_ name: String) -> FieldPath? {
        guard let text = text(name) else { return nil }
        do {
            return try FieldPath(text)
        } catch {
            refuse(name, error.description, costs: .setting)
            return nil
        }
    }
}

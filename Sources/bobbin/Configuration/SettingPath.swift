/// The way to a setting in the configuration file: `profiles.work.join[0].title`.
struct SettingPath: Hashable, Sendable, CustomStringConvertible {
    enum Step: Hashable, Sendable {
        case member(String)
        case element(Int)
    }

    var steps: [Step] = []

    /// The way to a member of the object here.
    subscript(member: String) -> SettingPath { SettingPath(steps: steps + [.member(member)]) }

    /// The way to an element of the array here.
    subscript(element: Int) -> SettingPath { SettingPath(steps: steps + [.element(element)]) }

    /// The object or array that holds this.
    var parent: SettingPath { SettingPath(steps: steps.dropLast()) }

    var description: String {
        var text = ""
        for step in steps {
            switch step {
            case .member(let name): text += (text.isEmpty ? "" : ".") + Printable(name).description
            case .element(let index): text += "[\(index)]"
            }
        }
        return text
    }
}

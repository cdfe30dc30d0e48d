import Chat
import FoundationEssentials
import Headless
import Transport

// What a profile says of the API beside a broker.
extension Profile {
    /// Reads everything that goes over REST.
    mutating func readAPI(_ reader: inout SettingReader) {
        api = reader.text("api", costs: .profile)
        if let api, HTTPOrigin(api) == nil || api.contains("?") || api.contains("#") {
            reader.refuse("api", "must be an address such as https://chat.example.org", costs: .profile)
        }
        readRooms(&reader)
        readRefresh(&reader)
        readSending(&reader)
    }

    /// Reads where the server keeps history; `reader` is that of `history`.
    mutating func readServerHistory(_ reader: inout SettingReader) {
        guard let pages = Profile.pages(&reader, allowed: Placeholder.historyPage) else { return }
        var messages = self.reader
        if let fields = Profile.fields("fields", &reader) { messages.paths = fields }
        // A list of messages tells of nothing else.
        messages.events = []
        if shape.rooms == nil, !pages.url.placeholders.contains(.room), threads.count > 1 {
            reader.refuse("url", "has no {room}, so all threads would have one history; put it in", costs: .setting)
        }
        shape.history = HistoryShape(pages: pages, reader: messages)
    }

    private mutating func readRooms(_ reader: inout SettingReader) {
        guard var object = reader.object("rooms") else { return }
        defer { reader.absorb(object) }
        let pages = Profile.pages(&object, allowed: Placeholder.roomPage)
        let id = object.fieldPath("id")
        let title = object.fieldPath("title")
        let unread = object.fieldPath("unread")
        guard let pages else {
            if object.problems.isEmpty { object.refuse("url", "is missing; add where the rooms are listed") }
            return
        }
        guard let id else {
            if object.problems.isEmpty { object.refuse("id", "is missing; add where an item names its room") }
            return
        }
        var list = RoomListShape(pages: pages, id: id)
        list.title = title
        list.unread = unread
        shape.roomList = list
    }

    private static func pages(_ reader: inout SettingReader, allowed: Set<Placeholder>) -> PageShape? {
        let url = reader.urlTemplate("url", allowed: allowed)
        let items = reader.fieldPath("items")
        let size = reader.count("size", in: 1...1000)
        let order = reader.choice("order", of: ItemOrder.self)
        let before = reader.fieldPath("before")
        let next = reader.fieldPath("next")
        let firstPage = reader.count("firstPage", in: 0...1)
        let hasMore = reader.fieldPath("hasMore")
        let isLast = reader.fieldPath("last")
        guard let url else { return nil }
        if url.placeholders.contains(.cursor), next == nil, !reader.has("next") {
            reader.refuse("next", "is missing; add where an answer names the next {cursor}")
        }
        var shape = PageShape(url: url)
        shape.items = items
        shape.size = size ?? shape.size
        shape.isNewestFirst = order != .oldestFirst
        shape.before = before
        shape.next = next
        shape.firstPage = firstPage ?? 0
        shape.hasMore = hasMore
        shape.isLast = isLast
        return shape
    }

    private enum ItemOrder: String, CaseIterable {
        case newestFirst = "newest first"
        case oldestFirst = "oldest first"
    }

    private mutating func readRefresh(_ reader: inout SettingReader) {
        guard var object = reader.object("refresh", costs: .profile) else { return }
        defer { reader.absorb(object) }
        let url = object.urlTemplate("url", allowed: Placeholder.renewal)
        let method = object.choice("method", of: HTTPMethod.self, costs: .profile)
        let body = object.jsonTemplate("body", allowed: Placeholder.renewal)
        let headers = object.headerTemplates("headers", allowed: Placeholder.renewal)
        var setting = RefreshSetting(source: Profile.secret("token", &object))
        setting.cookie = object.text("cookie", costs: .profile)
        setting.access = object.fieldPath("access")
        setting.accessHeader = object.text("accessHeader")
        setting.refresh = object.fieldPath("refresh")
        setting.lifetime = object.duration("lifetime", upTo: .seconds(366 * 86_400))
        setting.margin = object.duration("before", upTo: .seconds(86_400), allowsZero: true)
        setting.destination = object.text("destination")
        setting.noticeBody = object.jsonTemplate("noticeBody", allowed: [.token])
        guard let url else {
            if object.problems.isEmpty {
                object.refuse("url", "is missing; add where a token is renewed", costs: .profile)
            }
            return
        }
        if setting.access == nil, setting.accessHeader == nil, object.problems.isEmpty {
            object.refuse(
                "access",
                "is missing; add where the answer holds the new token, or accessHeader",
                costs: .profile
            )
        }
        if setting.source == nil, object.problems.isEmpty {
            object.refuse("tokenFile", "is missing; add where the token that renews comes from", costs: .profile)
        }
        setting.call = CallTemplate(method ?? .post, url, body: body, headers: headers)
        refresh = setting
    }

    private mutating func readSending(_ reader: inout SettingReader) {
        guard var object = reader.object("send", costs: .profile) else { return }
        defer { reader.absorb(object) }
        let mode = object.choice("mode", of: SendMode.self, costs: .profile)
        let url = object.urlTemplate("url", allowed: Placeholder.message)
        let method = object.choice("method", of: HTTPMethod.self, costs: .profile)
        let body = object.jsonTemplate("body", allowed: Placeholder.message)
        let headers = object.headerTemplates("headers", allowed: Placeholder.message)
        let id = object.fieldPath("id")
        guard mode == .rest else { return }
        guard let url else {
            if !object.has("url") {
                object.refuse("url", "is missing; add where messages are sent to", costs: .profile)
            }
            return
        }
        let call = CallTemplate(method ?? .post, url, body: body ?? Profile.usualBody, headers: headers)
        shape.sending = BrokerShape.RESTSending(call: call, id: id)
    }

    private enum SendMode: String, CaseIterable {
        case stomp
        case rest
    }

    /// What is sent where a profile does not say it.
    private static let usualBody: JSONTemplate? = try? .object([
        "id": .text(TextTemplate("{uuid}", allowed: Placeholder.message)),
        "content": .text(TextTemplate("{text}", allowed: Placeholder.message)),
    ])

    /// Whether anything of it goes over REST.
    var usesAPI: Bool {
        shape.history != nil || shape.roomList != nil || shape.sending != nil || refresh != nil
    }
}

/// How a profile says that a token is renewed.
struct RefreshSetting: Sendable {
    var call: CallTemplate?
    /// Where the token that renews comes from.
    var source: SecretSource?
    var cookie: String?
    var access: FieldPath?
    var accessHeader: String?
    var refresh: FieldPath?
    var lifetime: Duration?
    var margin: Duration?
    /// Where the server is told of a new token within a session.
    var destination: String?
    var noticeBody: JSONTemplate?
}

extension SettingReader {
    /// An address with placeholders.
    mutating func urlTemplate(_ name: String, allowed: Set<Placeholder>) -> URLTemplate? {
        guard let text = text(name, costs: .profile) else { return nil }
        do throws(TemplateError) {
            return try URLTemplate(text, allowed: allowed)
        } catch {
            refuse(name, error.problem, costs: .profile)
            return nil
        }
    }
}

import FoundationEssentials
import Testing

@testable import Chat

@Suite("A page of a list")
struct PageTests {
    private func shape(_ url: String, _ change: (inout PageShape) throws -> Void = { _ in }) throws -> PageShape {
        var shape = PageShape(url: try URLTemplate(url, allowed: Placeholder.historyPage))
        shape.size = 2
        try change(&shape)
        return shape
    }

    private func page(_ json: String, _ shape: PageShape, at place: PagePlace? = nil) throws -> Page {
        try Page(
            try #require(JSONValue(document: Data(json.utf8))),
            of: shape,
            at: place ?? PagePlace(shape)
        )
    }

    private func values(_ shape: PageShape, _ place: PagePlace) -> String {
        shape.url.url(base: "", place.values(shape, adding: TemplateValues([.room: "1"])))
    }

    @Test("asks for what is before the oldest message, whatever the order")
    func before() throws {
        let newest = try shape("/c?lastMessageId={before}&size={size}")
        let first = try page(#"[{"id":9},{"id":8}]"#, newest)
        #expect(values(newest, PagePlace(newest)) == "/c?size=2")
        #expect(values(newest, try #require(first.next)) == "/c?lastMessageId=8&size=2")
        let oldest = try shape("/c?before={before}") {
            $0.isNewestFirst = false
            $0.before = try FieldPath("at")
        }
        #expect(values(oldest, try #require(page(#"[{"at":"t1"},{"at":"t2"}]"#, oldest).next)) == "/c?before=t1")
        // The same page again would be asked for without end.
        var place = PagePlace(oldest)
        place.before = "t1"
        #expect(try page(#"[{"at":"t1"},{"at":"t2"}]"#, oldest, at: place).next == nil)
    }

    @Test("goes on by cursor, by number and by offset")
    func places() throws {
        let cursor = try shape("/c?cursor={cursor}") {
            $0.items = try FieldPath("r.items")
            $0.next = try FieldPath("r.next")
        }
        #expect(
            values(cursor, try #require(page(#"{"r":{"items":[{"id":1}],"next":"a b"}}"#, cursor).next))
                == "/c?cursor=a%20b"
        )
        #expect(try page(#"{"r":{"items":[{"id":1}],"next":null}}"#, cursor).next == nil)
        let number = try shape("/c?page={page}") { $0.firstPage = 1 }
        #expect(values(number, PagePlace(number)) == "/c?page=1")
        #expect(values(number, try #require(page(#"[{"id":2},{"id":1}]"#, number).next)) == "/c?page=2")
        let offset = try shape("/c?offset={offset}&limit={size}")
        #expect(values(offset, try #require(page(#"[{"id":2},{"id":1}]"#, offset).next)) == "/c?offset=2&limit=2")
    }

    @Test("is the last when the server says so, when it is short, and when nothing names another")
    func last() throws {
        let more = try shape("/c?page={page}") {
            $0.items = try FieldPath("content")
            $0.hasMore = try FieldPath("hasNext")
        }
        #expect(try page(#"{"content":[{"id":1}],"hasNext":true}"#, more).next != nil)
        #expect(try page(#"{"content":[{"id":2},{"id":1}],"hasNext":false}"#, more).next == nil)
        let last = try shape("/c?page={page}") {
            $0.items = try FieldPath("content")
            $0.isLast = try FieldPath("last")
        }
        #expect(try page(#"{"content":[{"id":1}],"last":false}"#, last).next != nil)
        #expect(try page(#"{"content":[{"id":2},{"id":1}],"last":true}"#, last).next == nil)
        #expect(try page(#"[{"id":1}]"#, shape("/c?page={page}")).next == nil)
        #expect(try page(#"[]"#, shape("/c?page={page}")).next == nil)
        #expect(try page(#"[{"id":2},{"id":1}]"#, shape("/c")).next == nil)
    }

    @Test("is a failure where no list is", arguments: ["{}", #"{"items":{}}"#, #"{"items":"x"}"#, #"{"items":null}"#])
    func noList(_ json: String) throws {
        let shape = try shape("/c") { $0.items = try FieldPath("items") }
        #expect(throws: RESTFailure.nothing(at: "the list's path")) { try page(json, shape) }
    }

    @Test("of rooms names them by strings or numbers, with what is not read")
    func rooms() throws {
        var list = RoomListShape(pages: try shape("/r"), id: try FieldPath("room.id"))
        list.title = try FieldPath("room.title")
        list.unread = try FieldPath("unread")
        func thread(_ json: String) throws -> ChatThread? {
            list.thread(try #require(JSONValue(document: Data(json.utf8))))
        }
        let tea = try thread(#"{"room":{"id":12,"title":"Tea"},"unread":3}"#)
        #expect(tea?.id == "12" && tea?.title == "Tea" && tea?.unreadCount == 3)
        let bare = try thread(#"{"room":{"id":"a-1"}}"#)
        #expect(bare?.id == "a-1" && bare?.title == "a-1" && bare?.unreadCount == nil)
        #expect(try thread(#"{"room":{}}"#) == nil)
        #expect(try thread(#"{"room":{"id":"/topic/x"}}"#) == nil)
    }
}

import Chat
import Terminal

@testable import ChatUI

// What stands among the messages.
extension ScreenState {
    private static func opened(
        _ items: [TimelineItem],
        hasOlder: Bool = false,
        width: Int = 72,
        height: Int = 14
    ) -> ChatScript {
        var chat = ChatScript.community(width: width, height: height)
        chat.change(.replaced(items, hasOlder: hasOlder))
        return chat
    }

    private static func showing(_ messages: ChatMessage...) -> ChatScript { opened(messages.map { .message($0) }) }

    private static func changed(_ number: Int, _ text: String, _ change: (inout ChatMessage) -> Void) -> ChatMessage {
        var message = ChatScript.item(number, text)
        change(&message)
        return message
    }

    static let messages: [ScreenState] = [
        ScreenState("messages-dates-and-groups") {
            showing(
                ChatScript.item(-1500, "yesterday"),
                ChatScript.item(1, "one"),
                ChatScript.item(2, "two"),
                ChatScript.item(3, "three", from: "bob"),
                ChatScript.item(4, "mine", from: "me"),
                ChatScript.item(40, "later", from: "me")
            )
        },
        ScreenState("messages-reply-reactions-edited") {
            let message = changed(2, "look\nhere") {
                $0.replyTo = ReplyTarget(messageID: "1", sender: "민수", snippet: "what is\nthat?")
                $0.reactions = [Reaction(emoji: "👍", count: 2, isOwn: true), Reaction(emoji: "🎉", count: 1)]
                $0.editedAt = ChatScript.noon
            }
            let lost = changed(3, "and this") { $0.replyTo = ReplyTarget(messageID: "0", sender: "", snippet: "") }
            return showing(ChatScript.item(1, "what is\nthat?", from: "민수"), message, lost)
        },
        ScreenState("messages-files") {
            showing(
                changed(1, "") {
                    $0.kind = .image
                    $0.attachments = [Attachment(id: "7", name: "cat.png", size: 34_900)]
                },
                changed(2, "two of them") {
                    $0.kind = .file
                    $0.attachments = [
                        Attachment(id: "8", name: "notes.pdf", size: 812),
                        Attachment(
                            id: "9",
                            name: "a name that is much longer than there is room for.tar.gz",
                            size: 9_000_000
                        ),
                    ]
                }
            )
        },
        ScreenState("messages-deleted-blocked-system") {
            var system = ChatScript.item(3, "bob joined")
            system.kind = .system
            return showing(
                changed(1, "bad") { $0.isBlocked = true },
                changed(2, "") { $0.isDeleted = true },
                system,
                ChatScript.item(4, "hi")
            )
        },
        ScreenState("messages-mentions") {
            showing(
                changed(1, "hi @ann and @me, not @nobody") {
                    $0.mentions = ["ann", "me"]
                    $0.mentionsMe = true
                }
            )
        },
        ScreenState("messages-markdown") {
            showing(
                ChatScript.item(
                    1,
                    "**bold** *it* `code` ~~no~~ https://example.org/a?b=c\n> quoted\n- one\n1. two\n```swift\nlet x = 1\n```"
                )
            )
        },
        ScreenState("messages-raw-view") {
            var chat = showing(ChatScript.item(1, "**bold** *it* `code`\n> quoted\n```\nlet x = 1\n```"))
            chat.press(.alt("v"))
            return chat
        },
        ScreenState("messages-hostile") {
            showing(
                ChatScript.item(1, "\u{1B}[2J\u{202E}evil\r\n\u{9B}x\u{7}", from: "m\u{202E}allory\n\u{1B}"),
                ChatScript.item(2, "e" + String(repeating: "\u{301}", count: 30) + " 👨‍👩‍👧 ❤️ 🇰🇷 क्षि \u{E000}")
            )
        },
        ScreenState("messages-gap-lost-older") {
            opened(
                [
                    .message(ChatScript.item(1, "one")), .gap(id: "g"), .message(ChatScript.item(5, "five")),
                    .lost(id: "l"),
                    .message(ChatScript.item(9, "nine")),
                ],
                hasOlder: true
            )
        },
        ScreenState("messages-gap-chosen") {
            var chat = opened([
                .message(ChatScript.item(1, "one")), .gap(id: "g"), .message(ChatScript.item(5, "five")),
            ])
            chat.press(.alt("k"), .alt("k"))
            return chat
        },
        ScreenState("messages-gap-loading") {
            var chat = opened([
                .message(ChatScript.item(1, "one")), .gap(id: "g"), .message(ChatScript.item(5, "five")),
            ])
            chat.press(.alt("k"), .alt("k"), .named(.enter))
            return chat
        },
        ScreenState("messages-chosen") {
            var chat = showing(ChatScript.item(1, "one"), ChatScript.item(2, "two", from: "bob"))
            chat.press(.alt("k"))
            return chat
        },
        ScreenState("messages-new-line") {
            var chat = showing(ChatScript.item(1, "one"))
            chat.press(.alt("2"))
            chat.arrive(ChatScript.item(2, "came meanwhile", from: "bob"))
            chat.press(.alt("1"))
            return chat
        },
        ScreenState("messages-new-below") {
            var chat = opened((0..<30).map { .message(ChatScript.item($0)) })
            chat.press(.named(.pageUp))
            for number in 50..<62 { chat.arrive(ChatScript.item(number)) }
            return chat
        },
        ScreenState("messages-ended-thread") {
            var chat = ChatScript(width: 72, height: 10, joined: ["/topic/a"])
            chat.connect()
            chat.receive(.messages(threadID: "/topic/a", [ChatScript.message("last words")]))
            chat.receive(.left(threadID: "/topic/a", reason: "no such destination"))
            return chat
        },
        ScreenState("messages-pane-of-one-column") {
            opened([.message(ChatScript.item(1, "한 a"))], width: 1, height: 8)
        },
    ]

    static let deliveries: [ScreenState] = [
        ScreenState("deliveries") {
            func own(_ number: Int, _ text: String, _ delivery: ChatMessage.Delivery) -> ChatMessage {
                var message = ChatScript.item(number, text, from: "me")
                message.delivery = delivery
                return message
            }
            return showing(
                own(1, "delivered", .delivered),
                own(2, "on its way", .sending),
                own(3, "later", .waiting),
                own(4, "no luck", .failed(reason: "refused"))
            )
        },
        ScreenState("delivery-failed-chosen") {
            var message = ChatScript.item(1, "no luck", from: "me")
            message.delivery = .failed(reason: "refused")
            var chat = showing(message)
            chat.press(.alt("k"))
            return chat
        },
        ScreenState("delivery-upload") {
            var message = ChatScript.item(1, "", from: "me")
            message.delivery = .sending
            message.attachments = [Attachment(id: "", name: "a.zip", size: 3_000_000)]
            var chat = showing(message)
            chat.receive(.upload(threadID: "1", messageID: "m1", 0.429))
            return chat
        },
    ]
}

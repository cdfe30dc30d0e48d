import Community

/// Who is in the sample community and what they have said.
enum SampleScript {
    struct Person {
        var name: String
        var part: String
        var status: String
        var email: String? { account.map { "\($0)@bobbin.example" } }
        /// The name in its e-mail address; a bot has none and can't sign in.
        var account: String?
        var isBot: Bool { account == nil }
    }

    struct Line {
        var who: String
        var text: String
        /// Minutes after the line before.
        var later: Int
        /// The line it answers, counted from 0 in its thread.
        var answers: Int?
        var reactions: [(emoji: String, who: [String])] = []
        var mentions: [String] = []
        /// What it was changed to.
        var edited: String?
        var isDeleted = false
    }

    struct Thread {
        var title: String
        var description: String
        var category: ThreadCategory
        var icon: String
        var owner: String
        var members: [String]
        /// Whether it is pinned for the demo account.
        var isPinned = false
        /// Whether it is pinned for everybody: where people meet, in whatever account they look.
        var isMeetingPlace = false
        var isMuted = false
        /// Lines the demo account has not read.
        var unread = 0
        /// Minutes before now at which it began.
        var began: Int
        var lines: [Line]
    }

    static let demoName = "Demo"
    /// The addresses of those who can sign in, the demo account first.
    static let emails = people.compactMap(\.email)

    static let people = [
        Person(name: demoName, part: "Newcomer", status: "", account: "demo"),
        Person(name: "민지", part: "디자인", status: "오늘은 재택 🏡", account: "minji"),
        Person(name: "준호", part: "서버", status: "", account: "junho"),
        Person(name: "Sara", part: "Terminal clients", status: "80x24 is enough", account: "sara"),
        Person(name: "Tom", part: "Documentation", status: "Reviews on Thursdays", account: "tom"),
        Person(name: "Barista", part: "Bot", status: "Announces coffee"),
        Person(name: "사서", part: "Bot", status: "책을 추천해요"),
    ]

    static let threads = [lounge, study, questions, project, lunch, books]

    private static let lounge = Thread(
        title: "라운지 Lounge",
        description: "아무 이야기나 나눠요. Anything goes.",
        category: .free,
        icon: "🛋️",
        owner: "민지",
        members: [demoName, "준호", "Sara", "Tom", "Barista", "사서"],
        isMeetingPlace: true,
        unread: 4,
        began: 3 * 1440 + 300,
        lines: [
            Line(who: "민지", text: "안녕하세요! 라운지에 오신 걸 환영해요 🎉", later: 0, reactions: [("🎉", ["준호", "Sara", "Tom"])]),
            Line(who: "Sara", text: "Hello everyone 👋 Korean and English both fine here?", later: 12),
            Line(who: "준호", text: "그럼요, 섞어 써도 됩니다 ㅎㅎ", later: 3, answers: 1, reactions: [("👍", ["Sara", "민지"])]),
            Line(
                who: "Barista",
                text: "☕ Fresh coffee in the kitchen. 커피 나왔습니다.",
                later: 900,
                reactions: [("❤️", ["Tom", "준호"])]
            ),
            Line(who: "Tom", text: "You had me at coffee", later: 4, answers: 3),
            Line(who: "민지", text: "주말에 한강 가실 분?", later: 1300, reactions: [("🙋", ["준호"])]),
            Line(who: "준호", text: "저요! 자전거 탈까요 🚲", later: 9, answers: 5),
            Line(who: "Sara", text: "I'm in, if somebody lends me a bike.", later: 30, mentions: ["준호"]),
            Line(who: "Tom", text: "(wrong thread)", later: 45, isDeleted: true),
            Line(who: "사서", text: "📚 오늘의 책: 「프로그래머의 길」. 도서관 2층에 있어요.", later: 700),
            Line(who: "민지", text: "비 온대요 ☔ 다음 주로 미뤄요", later: 120, answers: 5, reactions: [("😢", ["준호", "Sara"])]),
        ]
    )

    private static let study = Thread(
        title: "Swift study",
        description: "Every Tuesday, 20:00. 매주 화요일 저녁 8시.",
        category: .study,
        icon: "🦉",
        owner: "Sara",
        members: [demoName, "준호", "Tom", "민지"],
        isPinned: true,
        began: 4 * 1440,
        lines: [
            Line(who: "Sara", text: "This week: actors, and what an await really promises.", later: 0),
            Line(who: "준호", text: "actor 안에서 await 하고 나면 상태가 바뀌어 있을 수 있다는 게 제일 헷갈려요 🤔", later: 25),
            Line(
                who: "Sara",
                text: """
                    Right, and that is the point to remember: an actor protects its state from being touched by two \
                    threads at once, but not from being changed between two of your own lines. Each `await` is a door \
                    that others walk through. So:

                    1. Check, change, and leave no await between the two.
                    2. If you have to wait, look again afterwards: what you knew before may no longer be so.
                    3. Write the decision as a plain value with mutating functions. It can't wait, so it can't be \
                    interrupted, and a test needs no actor at all.

                    If a piece of code feels hard to get right in an actor, the third is nearly always the way out.
                    """,
                later: 18,
                answers: 1,
                reactions: [("💡", ["준호", "Tom", "민지"]), ("🙏", ["준호"])]
            ),
            Line(who: "Tom", text: "Can I put that into the guide?", later: 6, answers: 2),
            Line(who: "Sara", text: "Plaese do :)", later: 2, edited: "Please do :)"),
            Line(who: "민지", text: "다음 주 주제는 제가 준비할게요 ✍️", later: 1500, reactions: [("👏", ["Sara", "준호", "Tom"])]),
        ]
    )

    private static let questions = Thread(
        title: "질문과 답변",
        description: "무엇이든 물어보세요. 바보 같은 질문은 없습니다.",
        category: .questions,
        icon: "❓",
        owner: "준호",
        members: [demoName, "민지", "Sara", "Tom"],
        unread: 2,
        began: 2 * 1440 + 100,
        lines: [
            Line(who: "민지", text: "터미널에서 이모지 너비가 자꾸 어긋나요. 👨‍👩‍👧‍👦 같은 거요. 왜 그럴까요?", later: 0),
            Line(
                who: "Sara",
                text: "Each terminal counts it its own way: two columns, eight, or anything between.",
                later: 14,
                answers: 0
            ),
            Line(
                who: "준호",
                text: "그래서 한 줄 다시 그릴 때마다 커서를 절대 위치로 옮기는 게 안전합니다.",
                later: 8,
                answers: 0,
                reactions: [("👍", ["민지"])]
            ),
            Line(who: "민지", text: "아하! 해결됐어요 감사합니다 🙇", later: 40),
            Line(who: "Tom", text: "How do I find a message from last week? `/search`?", later: 1200),
            Line(who: "준호", text: "네, `/search 단어` 하면 돼요.", later: 5, answers: 4),
        ]
    )

    private static let project = Thread(
        title: "Bobbin",
        description: "The terminal client itself: plans, builds, releases.",
        category: .project,
        icon: "🧵",
        owner: "Tom",
        members: [demoName, "Sara", "준호", "Barista"],
        unread: 1,
        began: 5 * 1440,
        lines: [
            Line(
                who: "Tom",
                text: "The first release candidate is up 🚀",
                later: 0,
                reactions: [("🚀", ["Sara", "준호"])]
            ),
            Line(who: "Sara", text: "Reconnects felt instant here, even after closing the lid.", later: 50),
            Line(who: "준호", text: "서버 쪽 부하 테스트도 통과했습니다. 숫자는 저녁에 정리해서 올릴게요.", later: 33),
            Line(
                who: "Tom",
                text: "Lovely. @Demo could you try the walk in the README?",
                later: 15,
                mentions: [demoName]
            ),
        ]
    )

    private static let lunch = Thread(
        title: "점심 모임",
        description: "오늘 뭐 먹지?",
        category: .free,
        icon: "🍜",
        owner: "민지",
        members: [demoName, "준호", "Barista"],
        isMuted: true,
        unread: 1,
        began: 1440 + 200,
        lines: [
            Line(who: "민지", text: "오늘 칼국수 어때요?", later: 0, reactions: [("🍜", ["준호"]), ("👍", ["준호"])]),
            Line(who: "준호", text: "12시 10분에 1층에서 봐요", later: 7, answers: 0),
            Line(who: "민지", text: "내일은 비빔밥 🍚", later: 1300),
        ]
    )

    // Open, and the demo account is not in it: something to join.
    private static let books = Thread(
        title: "Book club 독서 모임",
        description: "One book a month. 한 달에 한 권.",
        category: .study,
        icon: "📖",
        owner: "Tom",
        members: ["민지", "사서"],
        began: 6 * 1440,
        lines: [
            Line(who: "Tom", text: "December: a short one, so that everybody finishes it.", later: 0),
            Line(who: "사서", text: "📚 추천: 「어린 왕자」 / The Little Prince", later: 30, reactions: [("❤️", ["민지", "Tom"])]),
            Line(who: "민지", text: "좋아요!", later: 12),
        ]
    )
}

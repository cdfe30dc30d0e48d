/// What the bots say.
enum BotLines {
    enum Language: Sendable, Equatable {
        case korean
        case english

        /// Korean where there is Hangul.
        init(of text: String) {
            let isKorean = text.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
            self = isKorean ? .korean : .english
        }
    }

    /// Lines that suit what was said.
    static func answers(to text: String, from name: String) -> [String] {
        let lower = text.lowercased()
        func says(_ words: [String]) -> Bool { words.contains { lower.contains($0) } }
        switch Language(of: text) {
        case .korean:
            if says(["안녕", "반가", "하이"]) {
                return ["\(name)님, 반가워요! 차 한잔하면서 둘러보세요.", "어서 오세요, \(name)님. /help 를 치면 할 수 있는 게 다 보여요."]
            }
            if says(["고마", "감사"]) { return ["별말씀을요 🙂", "천만에요. 또 불러 주세요."] }
            if says(["?", "까요", "나요", "어떻게"]) {
                return [
                    "좋은 질문이에요. 저라면 일단 작게 해 보고 결과를 여기 적겠어요.", "음, 저도 궁금하네요. 다른 분들은 어떠세요?",
                    "명령어라면 /help 에 다 있어요. 다른 거라면 조금 더 들려주세요.",
                ]
            }
            return [
                "오, 그렇군요. 조금 더 들려주세요.", "메모해 둘게요, \(name)님.", "저도 그렇게 생각해요.",
                "그 얘기 좋네요. /react 로 이모지도 달아 보세요.",
            ]
        case .english:
            if says(["hello", "hi ", "hey", "good morning"]) || lower == "hi" {
                return [
                    "Welcome, \(name)! Have a look around.", "Hello \(name) 🙂 Type /help to see what you can do here.",
                ]
            }
            if says(["thank", "thx"]) { return ["Any time!", "You're welcome, \(name)."] }
            if says(["?", "how ", "what ", "why "]) {
                return [
                    "Good question. I'd try it small first and write here what happened.",
                    "Hm, I wonder too. Has anybody here tried it?", "If it's about commands: /help lists them all.",
                ]
            }
            return [
                "I see. Tell us more!", "Noted, \(name).", "That sounds about right to me.",
                "Nice. You can put an emoji on it with /react.",
            ]
        }
    }

    /// What is said of itself.
    static func remarks(_ language: Language) -> [String] {
        switch language {
        case .korean:
            [
                "오늘은 빌드가 조용하네요. 좋은 징조일까요?", "방금 새 차를 우렸어요 🍵", "누가 지난주 스터디 정리한 것 좀 올려 주실래요?",
                "테스트가 초록색이면 마음도 초록색이에요.", "점심 메뉴 추천 받습니다.", "작은 커밋이 모여 큰 산이 된대요.",
                "터미널에서 채팅하니까 창을 안 옮겨도 돼서 좋네요.",
            ]
        case .english:
            [
                "The build is quiet today. A good sign?", "Fresh tea is ready 🍵",
                "Has anybody written down last week's notes?",
                "Small commits, calm nights.", "I fixed one flaky test and found its cousin.",
                "Chatting without leaving the terminal: I could get used to this.",
                "Reading an old RFC. It is funnier than I thought.",
            ]
        }
    }
}

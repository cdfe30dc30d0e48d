/// Emoji by name, for people whose keyboard has none: what is used in chats, by the names chats use.
enum EmojiNames {
    /// The emoji that a person means by `:name:` or by typing it; nil when that is no emoji.
    static func emoji(_ word: String) -> String? {
        if word.count > 2, word.hasPrefix(":"), word.hasSuffix(":") {
            return byName[String(word.dropFirst().dropLast()).lowercased()]
        }
        // A keycap begins with a digit, which is an emoji to Unicode all the same.
        guard word.count == 1, word.utf8.count <= 64, let scalars = word.first?.unicodeScalars,
            let first = scalars.first, first.properties.isEmoji, !first.isASCII || scalars.count > 1
        else { return nil }
        return word
    }

    /// The names that begin so, sorted; if none does, those that hold it.
    static func names(like part: String) -> [String] {
        let part = part.lowercased()
        let beginning = byName.keys.filter { $0.hasPrefix(part) }.sorted()
        return beginning.isEmpty && part.count > 1 ? byName.keys.filter { $0.contains(part) }.sorted() : beginning
    }

    /// All of them with their names, those used most first.
    static var all: [(name: String, emoji: String)] {
        table.map { entry in
            let parts = entry.split(separator: " ")
            return (String(parts[0]), String(parts[1]))
        }
    }

    private static let byName = Dictionary(
        all.map { ($0.name, $0.emoji) },
        uniquingKeysWith: { first, _ in first }
    )

    private static let table = [
        "+1 👍", "thumbsup 👍", "-1 👎", "thumbsdown 👎", "heart ❤️", "smile 😄", "grin 😁", "joy 😂", "rofl 🤣",
        "laughing 😆", "smiley 😃", "slightly_smiling 🙂", "wink 😉", "blush 😊", "innocent 😇", "heart_eyes 😍",
        "kissing_heart 😘", "yum 😋", "tongue 😛", "stuck_out_tongue_winking 😜", "sunglasses 😎", "nerd 🤓",
        "thinking 🤔", "monocle 🧐", "neutral 😐", "expressionless 😑", "no_mouth 😶", "smirk 😏", "unamused 😒",
        "roll_eyes 🙄", "grimacing 😬", "relieved 😌", "pensive 😔", "sleepy 😪", "sleeping 😴", "mask 😷", "sick 🤒",
        "nauseated 🤢", "sneezing 🤧", "hot 🥵", "cold 🥶", "dizzy 😵", "exploding_head 🤯", "cowboy 🤠", "party 🥳",
        "confused 😕", "worried 😟", "frown 🙁", "open_mouth 😮", "hushed 😯", "astonished 😲", "flushed 😳",
        "pleading 🥺", "fearful 😨", "cold_sweat 😰", "cry 😢", "sob 😭", "scream 😱", "disappointed 😞", "sweat 😓",
        "sweat_smile 😅", "weary 😩", "tired 😫", "yawning 🥱", "triumph 😤", "rage 😡", "angry 😠", "cursing 🤬",
        "devil 😈", "skull 💀", "poop 💩", "clown 🤡", "ghost 👻", "alien 👽", "robot 🤖", "cat 🐱", "dog 🐶",
        "see_no_evil 🙈", "hear_no_evil 🙉", "speak_no_evil 🙊", "wave 👋", "ok_hand 👌", "pinched 🤌", "victory ✌️",
        "crossed_fingers 🤞", "love_you 🤟", "rock 🤘", "call_me 🤙", "point_left 👈", "point_right 👉",
        "point_up 👆", "point_down 👇", "fist ✊", "punch 👊", "clap 👏", "raised_hands 🙌", "open_hands 👐",
        "handshake 🤝", "pray 🙏", "writing_hand ✍️", "muscle 💪", "eyes 👀", "eye 👁️", "brain 🧠", "baby 👶",
        "shrug 🤷", "facepalm 🤦", "bow 🙇", "raising_hand 🙋", "runner 🏃", "dancer 💃", "family 👪",
        "orange_heart 🧡", "yellow_heart 💛", "green_heart 💚", "blue_heart 💙", "purple_heart 💜", "black_heart 🖤",
        "white_heart 🤍", "broken_heart 💔", "two_hearts 💕", "sparkling_heart 💖", "cupid 💘", "100 💯", "boom 💥",
        "collision 💥", "dash 💨", "sweat_drops 💦", "zzz 💤", "speech 💬", "thought 💭", "fire 🔥", "sparkles ✨",
        "star ⭐", "glowing_star 🌟", "sun ☀️", "moon 🌙", "cloud ☁️", "rain 🌧️", "snow ❄️", "snowman ⛄",
        "rainbow 🌈", "zap ⚡", "umbrella ☔", "ocean 🌊", "rose 🌹", "tulip 🌷", "cherry_blossom 🌸", "sunflower 🌻",
        "four_leaf_clover 🍀", "maple_leaf 🍁", "tree 🌳", "cactus 🌵", "apple 🍎", "banana 🍌", "grapes 🍇",
        "strawberry 🍓", "peach 🍑", "watermelon 🍉", "pizza 🍕", "burger 🍔", "fries 🍟", "ramen 🍜", "rice 🍚",
        "sushi 🍣", "bread 🍞", "cheese 🧀", "egg 🥚", "cake 🍰", "birthday 🎂", "cookie 🍪", "chocolate 🍫",
        "ice_cream 🍦", "coffee ☕", "tea 🍵", "beer 🍺", "beers 🍻", "wine 🍷", "cocktail 🍸", "champagne 🍾",
        "tada 🎉", "confetti 🎊", "balloon 🎈", "gift 🎁", "trophy 🏆", "medal 🏅", "first 🥇", "second 🥈", "third 🥉",
        "soccer ⚽", "basketball 🏀", "baseball ⚾", "tennis 🎾", "game 🎮", "dart 🎯", "dice 🎲", "art 🎨", "music 🎵",
        "notes 🎶", "microphone 🎤", "headphones 🎧", "guitar 🎸", "movie 🎬", "camera 📷", "tv 📺", "computer 💻",
        "keyboard ⌨️", "phone 📱", "telephone ☎️", "battery 🔋", "bulb 💡", "book 📖", "books 📚", "memo 📝",
        "pencil ✏️", "paperclip 📎", "pushpin 📌", "calendar 📅", "chart 📈", "chart_down 📉", "clipboard 📋",
        "folder 📁", "package 📦", "mailbox 📫", "email 📧", "inbox 📥", "outbox 📤", "lock 🔒", "unlock 🔓", "key 🔑",
        "hammer 🔨", "wrench 🔧", "gear ⚙️", "link 🔗", "mag 🔍", "scissors ✂️", "bomb 💣", "pill 💊", "syringe 💉",
        "hourglass ⌛", "alarm ⏰", "stopwatch ⏱️", "bell 🔔", "no_bell 🔕", "loudspeaker 📢", "megaphone 📣",
        "rocket 🚀", "airplane ✈️", "car 🚗", "bus 🚌", "train 🚆", "bike 🚲", "ship 🚢", "house 🏠", "office 🏢",
        "school 🏫", "tent ⛺", "globe 🌍", "map 🗺️", "mountain ⛰️", "construction 🚧", "stop 🛑", "warning ⚠️",
        "no_entry ⛔", "prohibited 🚫", "check ✅", "heavy_check ✔️", "x ❌", "plus ➕", "minus ➖", "question ❓",
        "exclamation ❗", "bangbang ‼️", "recycle ♻️", "arrow_up ⬆️", "arrow_down ⬇️", "arrow_left ⬅️",
        "arrow_right ➡️", "repeat 🔁", "new 🆕", "ok 🆗", "up 🆙", "cool 🆒", "free 🆓", "sos 🆘", "red_circle 🔴",
        "green_circle 🟢", "blue_circle 🔵", "yellow_circle 🟡", "white_circle ⚪", "black_circle ⚫", "flag 🏁",
        "white_flag 🏳️", "kr 🇰🇷", "jp 🇯🇵", "us 🇺🇸", "gb 🇬🇧", "bug 🐛", "bee 🐝", "snail 🐌", "turtle 🐢",
        "snake 🐍", "fish 🐟", "whale 🐳", "octopus 🐙", "penguin 🐧", "chick 🐥", "owl 🦉", "unicorn 🦄", "tiger 🐯",
        "bear 🐻", "panda 🐼", "pig 🐷", "frog 🐸", "monkey 🐵", "crab 🦀", "salute 🫡", "melting 🫠", "heart_hands 🫶",
    ]
}

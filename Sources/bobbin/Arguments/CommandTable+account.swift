// The commands about an account on a community.
extension CommandTable {
    static let login = CommandDescription(
        name: .login,
        summary: "Sign in to a community.",
        common: .account,
        options: [
            OptionDescription(name: .email, help: "With e-mail and password."),
            OptionDescription(name: .phone, help: "With a phone number and the code sent to it."),
            OptionDescription(
                name: .browser,
                help: "In the browser on this machine; over ssh or without a display as with --device."
            ),
            OptionDescription(
                name: .device,
                help: "In a browser anywhere, such as on a phone: shows where to go and a code to type there."
            ),
        ],
        notes: [
            "Without one of these it does as signIn in the profile says, or asks. Passwords and codes don't show and are "
                + "read from the terminal alone. The session is kept where the profile's tokenStore says: without one in "
                + "an encrypted file, one for each profile and server.",
            "Giving up ends with 130, a no in the browser with 4, a time that is over with 124, a wrong password "
                + "with 3, a server that can't be reached with 5.",
        ],
        examples: [
            ("bobbin login --url https://community.example.org", "sign in, and be asked how"),
            ("bobbin login --profile work --device", "sign in over ssh"),
        ]
    )

    static let signup = CommandDescription(
        name: .signup,
        summary: "Open an account on a community and sign in to it.",
        common: .account,
        examples: [("bobbin signup --url https://community.example.org", "open an account")]
    )

    static let logout = CommandDescription(
        name: .logout,
        summary: "Sign out of a community.",
        common: .account,
        notes: [
            "The session is forgotten here in any case. When the server can't be told, it says so and ends with 5."
        ],
        examples: [("bobbin logout --profile work", "sign out")]
    )

    static let whoami = CommandDescription(
        name: .whoami,
        summary: "Tell who is signed in to a community.",
        common: .account,
        options: [
            OptionDescription(
                name: .json,
                help: "Print an object with v (1), server, profile, memberId, name, email, part and statusMessage."
            )
        ],
        notes: ["Asks the server. Ends with 3 when nobody is signed in."],
        examples: [("bobbin whoami --json --profile work", "for scripts")]
    )
}

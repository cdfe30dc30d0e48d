import Community

extension Route {
    private static let prefix = "/api/v1/members"

    static let members: [Route] = [
        .member("GET", "\(prefix)/me") { book, caller, _ in try book.profile(of: caller.member, isOwn: true) },
        .member("PATCH", "\(prefix)/me") { book, caller, call in
            try book.updateProfile(of: caller.member, try call.body())
        },
        .member("DELETE", "\(prefix)/me") { book, caller, _ in try book.endAccount(of: caller.member) },
        .member("GET", "\(prefix)/:member") { book, caller, call in
            try book.profile(of: call.id("member"), isOwn: call.id("member") == caller.member)
        },
        .member("POST", "\(prefix)/:member/block") { book, caller, call in
            try book.setBlock(true, of: call.id("member"), by: caller.member)
        },
        .member("DELETE", "\(prefix)/:member/block") { book, caller, call in
            try book.setBlock(false, of: call.id("member"), by: caller.member)
        },
    ]

    static let app: [Route] = [
        .guest("GET", "/api/v1/app/version") { service, _ in
            let settings = service.settings
            return try .success(VersionInfo(minimum: settings.minimumVersion, latest: settings.latestVersion))
        },
        .member("POST", "/api/v1/devices/chat-session") { book, caller, _ in try book.buyTicket(caller) },
    ]

    static let notifications: [Route] = [
        .member("GET", "/api/v1/notifications") { book, caller, call in
            try book.notifications(try call.backwardPage(), for: caller.member)
        },
        .member("POST", "/api/v1/notifications/read") { book, caller, call in
            let upTo = try Identifier.read(try call.body(ReadNotificationsBody.self).upTo, "upTo")
            try book.readNotifications(upTo: upTo, by: caller.member)
        },
    ]
}

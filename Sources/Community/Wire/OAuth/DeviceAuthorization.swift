/// RFC 8628 §3.2: what a person needs to sign in on another device.
package struct DeviceAuthorization: Sendable, Hashable {
    package var deviceCode: Secret
    /// What the person types in.
    package var userCode: String
    /// Where they type it in.
    package var verificationURI: String
    /// The same with the code in it.
    package var verificationURIComplete: String?
    /// Seconds until the codes can't be used any more.
    package var expiresIn: Int
    /// Seconds between two polls, at least.
    package var interval: Int

    package init(
        deviceCode: Secret,
        userCode: String,
        verificationURI: String,
        verificationURIComplete: String? = nil,
        expiresIn: Int,
        interval: Int = 5
    ) {
        self.deviceCode = deviceCode
        self.userCode = userCode
        self.verificationURI = verificationURI
        self.verificationURIComplete = verificationURIComplete
        self.expiresIn = expiresIn
        self.interval = interval
    }
}

extension DeviceAuthorization: Codable {
    private enum Key: String, CodingKey {
        case deviceCode = "device_code"
        case userCode = "user_code"
        case verificationURI = "verification_uri"
        case verificationURIComplete = "verification_uri_complete"
        case expiresIn = "expires_in"
        case interval
    }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        deviceCode = try fields.value(.deviceCode)
        userCode = try fields.value(.userCode)
        verificationURI = try fields.value(.verificationURI)
        verificationURIComplete = try fields.valueIfPresent(.verificationURIComplete)
        expiresIn = try fields.integer(.expiresIn)
        interval = try fields.integerIfPresent(.interval) ?? 5
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(deviceCode, .deviceCode)
        try fields.value(userCode, .userCode)
        try fields.value(verificationURI, .verificationURI)
        try fields.value(verificationURIComplete, .verificationURIComplete)
        try fields.integer(expiresIn, .expiresIn)
        try fields.integer(interval, .interval)
    }
}

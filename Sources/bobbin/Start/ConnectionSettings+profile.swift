import StompClient

extension ConnectionSettings {
    /// Takes over what a profile says about times, limits and compression, whatever its kind of server.
    mutating func take(_ profile: Profile, reconnects: Bool) {
        if let heartBeat = profile.heartBeat {
            heartBeatSend = heartBeat.send
            heartBeatReceive = heartBeat.receive
        }
        if let limit = profile.signInTimeout { signInTimeout = limit }
        if let limit = profile.receiptTimeout { receiptTimeout = limit }
        if let time = profile.stableAfter { stableAfter = time }
        attemptLimit = reconnects ? profile.attemptLimit : 1
        offersCompression = profile.compression
    }
}

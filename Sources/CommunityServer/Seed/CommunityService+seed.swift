import Community

/// The sample community.
extension CommunityService {
    /// Fills an empty community with the sample: members, two of them bots, threads and some days of history.
    ///
    /// In a community that has members already nothing but the password of the sample's people is set anew: it is
    /// random, so that nobody else on the machine can know it.
    ///
    /// - Returns: who can sign in, the demo account first.
    package func seedSample() async throws(ServiceFault) -> [SampleAccount] {
        do {
            let password = Base64URL.text(surroundings.random(12))
            let record = try await passwordRecord(password)
            let emails = try await write { book in
                if try book.isEmpty { try book.writeSample() }
                return try book.setSamplePassword(record)
            }
            return emails.map { SampleAccount(email: $0, password: password) }
        } catch {
            throw .unusable(folder: "the sample community", detail: "\(error)")
        }
    }
}

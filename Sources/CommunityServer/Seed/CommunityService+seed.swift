import Community

/// The sample community.
extension CommunityService {
    /// Fills an empty community with the sample: members, two of them bots, threads and some days of history.
    ///
    /// A community that has members already is left alone, unless its sample people shall have a new password: it is
    /// random, so that nobody else on the machine can know it.
    ///
    /// - Returns: who can sign in, the demo account first; nil when nothing was done.
    package func seedSample(renewsPasswords: Bool = false) async throws(ServiceFault) -> [SampleAccount]? {
        do {
            let password = Base64URL.text(surroundings.random(12))
            let record = try await passwordRecord(password)
            let emails: [String]? = try await write { book in
                guard try book.isEmpty else { return renewsPasswords ? try book.setSamplePassword(record) : nil }
                try book.writeSample()
                return try book.setSamplePassword(record)
            }
            return emails?.map { SampleAccount(email: $0, password: password) }
        } catch {
            throw .unusable(folder: "the sample community", detail: "\(error)")
        }
    }
}

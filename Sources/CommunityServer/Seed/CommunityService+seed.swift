import Community

/// The sample community.
extension CommunityService {
    /// Fills an empty community with the sample: members, two of them bots, threads and some days of history.
    ///
    /// In a community that has members already nothing but the password of the demo account is set anew: it is random,
    /// so that nobody else on the machine can know it.
    package func seedSample() async throws(ServiceFault) -> SampleAccount {
        do {
            let password = Base64URL.text(surroundings.random(12))
            let record = try await passwordRecord(password)
            try await write { book in
                if try book.isEmpty { try book.writeSample() }
                try book.setDemoPassword(record)
            }
            return SampleAccount(email: SampleScript.demoEmail, password: password)
        } catch {
            throw .unusable(folder: "the sample community", detail: "\(error)")
        }
    }
}

/// The sample community.
extension CommunityService {
    package func seedSample() async throws(ServiceFault) -> SampleAccount {
        SampleAccount(email: "", password: "")
    }
}

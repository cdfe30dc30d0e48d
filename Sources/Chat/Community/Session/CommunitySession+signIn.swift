import Community

// Signing in and out inside the chat.
extension CommunitySession {
    /// Begins a sign-in unless one is under way.
    func signIn() {
        guard signingIn == nil, phase == .awake else { return }
        signingIn = Task { await self.askAndSignIn() }
    }

    private func askAndSignIn() async {
        let isDone = await signedIn()
        desk.close()
        signingIn = nil
        guard isDone else { return }
        isSignInAsked = false
        await begin()
    }

    /// Whether the person is signed in now.
    private func signedIn() async -> Bool {
        var ways = SignInWay.allCases
        while let way = await chosenWay(among: ways) {
            do throws(SignInFailure) {
                await server.session.signIn(try await way.run(server.signIn(desk)))
                return true
            } catch .failed(let failure) where failure.isAbsence {
                // The contract has no list of ways: a server without one says so when it is tried.
                ways.removeAll { $0 == way }
                queue.push([.notice("this server does not sign in by \(way.rawValue)")])
            } catch .cancelled {
                return false
            } catch {
                queue.push([.failed(FailureReport(.authentication, ForeignText(error.sentence).description))])
            }
        }
        return false
    }

    private func chosenWay(among ways: [SignInWay]) async -> SignInWay? {
        while !ways.isEmpty, !Task.isCancelled {
            let question = ChatQuestion(
                id: conversation.terms.makeID(),
                prompt: "How do you want to sign in?",
                choices: ways.map(\.rawValue)
            )
            guard let answer = await desk.ask(question) else { return nil }
            if let way = SignInWay(answer: answer, among: ways) { return way }
        }
        return nil
    }

    func answer(_ questionID: String, _ text: String?) {
        if desk.answer(questionID, text) { signingIn?.cancel() }
    }

    /// Ends the person's session, here at once and at the server as soon as it can be reached.
    func signOut() async {
        signingIn?.cancel()
        apply(conversation.keepNow())
        apply(conversation.flushed())
        await sender?.value
        await server.session.signOut()
    }
}

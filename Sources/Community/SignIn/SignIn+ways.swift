import Transport

extension SignIn {
    /// E-mail and password.
    package func withPassword() async throws(SignInFailure) -> StoredTokens {
        var machine = PasswordSignIn()
        var actions = machine.start()[...]
        while let action = actions.popFirst() {
            switch action {
            case .ask(let question): actions += machine.answered(await ask(question))
            case .say(let notice): await prompter.show(notice)
            case .login(let body): actions += machine.loggedIn(await result(AuthEndpoints.Login(body: body)))
            case .end(let failure): throw failure
            case .finish(let answer): return stored(answer)
            }
        }
        throw .cancelled
    }

    /// A code sent to a phone.
    package func withPhone() async throws(SignInFailure) -> StoredTokens {
        var machine = PhoneSignIn()
        var actions = machine.start()[...]
        while let action = actions.popFirst() {
            switch action {
            case .ask(let question): actions += machine.answered(await ask(question), at: now())
            case .say(let notice): await prompter.show(notice)
            case .requestCode(let body):
                actions += machine.requested(await result(AuthEndpoints.RequestCode(body: body)), at: now())
            case .verify(let body): actions += machine.verified(await result(AuthEndpoints.VerifyCode(body: body)))
            case .login(let body): actions += machine.loggedIn(await result(AuthEndpoints.CodeLogin(body: body)))
            case .end(let failure): throw failure
            case .finish(let answer): return stored(answer)
            }
        }
        throw .cancelled
    }

    /// Another device. Cancelling the task gives up.
    package func withDevice() async throws(SignInFailure) -> StoredTokens {
        var machine = DeviceSignIn(clientId: Self.clientId)
        var actions = machine.start()[...]
        while let action = actions.popFirst() {
            switch action {
            case .authorize(let form):
                actions += machine.authorized(await result(OAuthEndpoints.AuthorizeDevice(body: form)), at: now())
            case .say(let notice): await prompter.show(notice)
            case .wait(let wait):
                do {
                    try await clock.sleep(for: wait)
                    actions += machine.timerFired(at: now())
                } catch {
                    actions += machine.cancelled()
                }
            case .poll(let form): actions += machine.polled(await result(OAuthEndpoints.Token(body: form)))
            case .end(let failure): throw failure
            case .finish(let answer): return await stored(answer)
            }
        }
        throw .cancelled
    }

    /// A browser on this machine; where none can be opened, another device.
    package func withBrowser() async throws(SignInFailure) -> StoredTokens {
        do throws(SignInFailure) {
            return try await withLoopback()
        } catch .noBrowser {
            return try await withDevice()
        } catch {
            throw error
        }
    }

    private func withLoopback() async throws(SignInFailure) -> StoredTokens {
        let secrets: LoopbackSignIn.Secrets
        let listener: RedirectListener
        do {
            let made = try LoopbackSignIn.Secrets(random: Cryptography.randomBytes)
            secrets = made
            listener = try RedirectListener { LoopbackSignIn.isAnswer($0, to: made) }
        } catch {
            // No port, no browser: the device code needs neither.
            throw .noBrowser
        }
        defer { listener.stop(.cancelled) }
        var machine = LoopbackSignIn(base: client.base, clientId: Self.clientId, port: listener.port, secrets: secrets)
        var actions = machine.start()[...]
        while let action = actions.popFirst() {
            switch action {
            case .open(let url):
                let isOpen = await prompter.openBrowser(at: url)
                if isOpen { await prompter.show(.browserOpened(url: url)) }
                actions += machine.opened(isOpen)
            case .listen(let patience): actions += machine.redirected(await redirect(to: listener, within: patience))
            case .exchange(let form): actions += machine.exchanged(await result(OAuthEndpoints.Token(body: form)))
            case .end(let failure): throw failure
            case .finish(let answer): return await stored(answer)
            }
        }
        throw .cancelled
    }

    private func redirect(
        to listener: RedirectListener,
        within patience: Duration
    ) async -> Result<[QueryItem], SignInFailure> {
        let clock = clock
        let timer = Task {
            do {
                try await clock.sleep(for: patience)
                listener.stop(.expired)
            } catch {
                // The browser came back first.
            }
        }
        defer { timer.cancel() }
        return await listener.answer()
    }
}

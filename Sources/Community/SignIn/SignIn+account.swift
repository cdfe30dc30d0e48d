extension SignIn {
    /// Opens an account; its owner is then signed in to it.
    package func openAccount(_ body: SignUpBody) async throws(SignInFailure) -> StoredTokens {
        switch await result(AuthEndpoints.SignUp(body: body)) {
        case .success(let answer): return stored(answer)
        case .failure(let failure): throw SignInFailure(failure)
        }
    }
}

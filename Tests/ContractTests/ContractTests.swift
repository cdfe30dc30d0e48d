import Testing

/// What every server of the contract does, and what a client makes of it: the same against our server as it is, and
/// against one that answers in the odd forms the contract allows.
@Suite("The contract", .timeLimit(.minutes(10)))
struct ContractTests {}

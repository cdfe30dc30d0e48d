/// What becomes of what is to be kept while a store is open.
package enum StoreEvent: Sendable, Hashable {
    /// Something is not kept, or was found damaged: once each, until all is kept again.
    case trouble(StoreFailure)
    /// What could not be kept is kept now, as far as it exists nowhere else.
    case recovered
}

import ChatStore
import Community

// Opening the store of a member, at the beginning and, where that can't be, later.
extension CommunitySession {
    /// Opens the store of a member, unless it is open, and shows what it holds.
    func openStore(of member: Member) async {
        guard let shelf, openedFor != member.id, phase != .ended else { return }
        await closeStore()
        openedFor = member.id
        do throws(StoreFailure) {
            let store = try await shelf.open(account: member.id)
            if let notice = store.notice { tellNotKept(notice) }
            switch keeping {
            case .everything, .everythingForSure: try await takeOver(store, of: member.id, shelf)
            case .blocks:
                let members = try await store.members()
                await store.close()
                apply(conversation.restoredBlocks(members))
            }
        } catch {
            unopened = error
            tellNotKept(error)
            if case .everything = keeping, error.mayPass { openAgain(shelf, of: member.id) }
        }
    }

    /// What could not be opened is tried again as long as the chat runs: the disk may have room, the folder may be
    /// writable, or the program that held it may have ended.
    private func openAgain(_ shelf: StoreShelf, of memberID: String) {
        opening?.cancel()
        opening = Task {
            for attempt in 1... {
                guard (try? await clock.sleep(for: StoreShelf.openingPause(attempt))) != nil,
                    await self.isWorthAnotherTry(shelf, of: memberID)
                else { return }
            }
        }
    }

    /// Tries it; whether that is to be done once more.
    private func isWorthAnotherTry(_ shelf: StoreShelf, of memberID: String) async -> Bool {
        guard openedFor == memberID, store == nil, phase != .ended else { return false }
        do throws(StoreFailure) {
            let store = try await shelf.open(account: memberID)
            try await takeOver(store, of: memberID, shelf)
            guard self.store === store else { return false }
            unopened = nil
            toldNotKept = []
            queue.push([.keptAgain])
            if let notice = store.notice { tellNotKept(notice) }
            return false
        } catch {
            unopened = error
            tellNotKept(error)
            return error.mayPass
        }
    }

    /// What the store holds is shown, and what the chat holds goes into it.
    private func takeOver(_ store: ChatStore, of memberID: String, _ shelf: StoreShelf) async throws(StoreFailure) {
        let stored: CommunityConversation.Stored
        do throws(StoreFailure) {
            stored = try await self.stored(in: store)
        } catch {
            await store.close()
            throw error
        }
        guard openedFor == memberID, phase != .ended else { return await store.close() }
        self.store = store
        storeEvents = Task { await self.follow(store.events) }
        upkeep = Task { await self.keepUp(store, of: shelf) }
        apply(conversation.restored(stored))
    }

    private func stored(in store: ChatStore) async throws(StoreFailure) -> CommunityConversation.Stored {
        CommunityConversation.Stored(
            threads: try await store.threads(),
            members: try await store.members(),
            drafts: try await store.drafts(),
            outbox: try await store.adoptOutbox(),
            workspaces: try await store.value(named: StoredWorkspaces.name),
            watched: try await store.value(named: WatchedThreads.name)
        )
    }

    /// Keeps what is under way, and closes the store.
    func closeStore() async {
        let closing = store
        handOver()
        store = nil
        openedFor = nil
        opening?.cancel()
        opening = nil
        storeEvents?.cancel()
        storeEvents = nil
        upkeep?.cancel()
        upkeep = nil
        await closing?.close()
    }
}

import Stomp

/// Who waits for which receipt of the present session. Each wait ends exactly once.
struct ReceiptBook {
    typealias Waiter = CheckedContinuation<Result<Void, SendError>, Never>

    private enum Purpose {
        case subscription(SubscriptionID)
        case send(destination: String, Waiter)
    }

    private var purposes: [ReceiptID: Purpose] = [:]

    /// The SUBSCRIBE frame carries this receipt.
    mutating func expect(_ receipt: ReceiptID, for subscription: SubscriptionID) {
        purposes[receipt] = .subscription(subscription)
    }

    /// The SEND frame carries this receipt, and somebody waits for it.
    mutating func expect(_ receipt: ReceiptID, sentTo destination: String, _ waiter: Waiter) {
        purposes[receipt] = .send(destination: destination, waiter)
    }

    /// The subscription whose SUBSCRIBE carries this receipt.
    func subscription(of receipt: ReceiptID?) -> SubscriptionID? {
        guard let receipt, case .subscription(let id) = purposes[receipt] else { return nil }
        return id
    }

    /// A receipt came; returns the subscription it confirms, if it is one's.
    mutating func received(_ receipt: ReceiptID) -> SubscriptionID? {
        switch purposes.removeValue(forKey: receipt) {
        case .subscription(let id): return id
        case .send(_, let waiter): waiter.resume(returning: .success(()))
        case nil: break
        }
        return nil
    }

    /// A receipt will not come.
    mutating func ended(_ receipt: ReceiptID, by error: SendError) {
        if case .send(_, let waiter) = purposes.removeValue(forKey: receipt) {
            waiter.resume(returning: .failure(error))
        }
    }

    /// An ERROR frame came: the send it is about has been refused. It says so by its receipt, by naming the destination,
    /// or because there is no other.
    mutating func refuse(for error: StompServerError) {
        let refusal = SendError.refused(message: error.message, body: error.body)
        if let receipt = error.receiptID, purposes[receipt] != nil {
            return ended(receipt, by: refusal)
        }
        let sends = purposes.compactMap { receipt, purpose in
            if case .send(let destination, _) = purpose { (receipt: receipt, destination: destination) } else { nil }
        }
        let named = sends.filter { error.text.mentions($0.destination) }
        for send in sends.count == 1 ? sends : named { ended(send.receipt, by: refusal) }
    }

    /// The session ended, and with it every receipt.
    mutating func loseAll(to failure: ConnectionFailure?) {
        let lost = purposes
        purposes = [:]
        for case .send(_, let waiter) in lost.values {
            waiter.resume(returning: .failure(.receiptLost(failure)))
        }
    }
}

package import Chat
package import ChatStore

/// Why a command about what is kept on this machine came to nothing.
package struct StoredFailure: Error, Sendable, Equatable {
    package let code: ExitCode
    /// One sentence for standard error.
    package let sentence: String

    package init(_ code: ExitCode, _ sentence: String) {
        self.code = code
        self.sentence = sentence
    }

    package init(_ report: FailureReport) {
        self.init(ExitCode(report.cause), report.description)
    }

    /// Why nothing could be kept.
    package init(_ failure: StoreFailure) {
        self.init(.failure, FailureReport(failure).description)
    }

    /// Why what is kept can't be read.
    package init(reading failure: StoreFailure) {
        self.init(.failure, FailureReport(reading: failure).description)
    }

    static func rethrow<Value>(_ body: () throws(FailureReport) -> Value) throws(StoredFailure) -> Value {
        do throws(FailureReport) {
            return try body()
        } catch {
            throw StoredFailure(error)
        }
    }
}

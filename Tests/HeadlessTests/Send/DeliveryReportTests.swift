import Chat
import StompClient
import Testing

@testable import Headless

@Suite("A delivery report")
struct DeliveryReportTests {
    @Test("tells of the message the server named, else of the first that is not confirmed")
    func order() throws {
        var report = DeliveryReport()
        report.ended(line: 1, .success(()))
        #expect(!report.hasFailed)
        report.ended(line: 3, .failure(.receiptLost(nil)))
        report.ended(line: 2, .failure(.receiptLost(nil)))
        #expect(report.failure(destination: "/a")?.number == 2)
        report.ended(line: 4, .failure(.refused(message: "Invalid destination", body: "")))
        let failure = try #require(report.failure(destination: "/a"))
        #expect(failure.number == 4)
        #expect(failure.report.cause == .refused)
        #expect(report.count == "1 delivered")
    }

    @Test(
        "knows the cause of each failure",
        arguments: [
            (SendError.notConnected, FailureReport.Cause.noConnection),
            (.receiptLost(.lost(detail: "reset")), .noConnection),
            (.receiptLost(.serverError(message: "access_refused", body: "")), .refused),
            (.receiptLost(.closedByServer(code: 1000, reason: "STOMP died")), .refused),
            (.receiptLost(.closedByServer(code: 1001, reason: "going away")), .noConnection),
            (.receiptTimedOut(after: .seconds(15)), .timedOut),
            (.refused(message: "not_found", body: ""), .refused),
            (.badHeader(name: "x"), .usage),
        ]
    )
    func causes(_ error: SendError, _ cause: FailureReport.Cause) {
        var report = DeliveryReport()
        report.ended(line: 1, .failure(error))
        #expect(report.failure(destination: "/a")?.report.cause == cause)
    }
}

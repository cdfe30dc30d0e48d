import Chat
import Community
import Foundation
import Stomp
import StompClient
import Testing

extension ContractTests {
    @Test("a message sent twice under one identifier is stored once", arguments: ContractServer.allCases)
    func repeated(_ server: ContractServer) async throws {
        try await ContractStage.run(server) { stage in
            let ann = try await stage.person("Ann")
            let body = CreateThreadBody(title: "Twice")
            let id = try await ann.client.call(ThreadEndpoints.Create(body: body)).threadId
            let connection = stage.connection(SocketTokens(session: ann.session))
            _ = await connection.subscribe(destination: LiveQueue.events.rawValue)
            await connection.connect()
            let message = SendMessageBody(clientMessageId: UUID().uuidString.lowercased(), content: "once")
            let destination = CommandDestination(threadId: id, action: .send).text
            for _ in 0..<2 {
                try await connection.send(
                    destination: destination,
                    headers: [
                        LiveQueue.commandIdHeader: UUID().uuidString.lowercased(), "content-type": "application/json",
                    ],
                    body: Data(try WireJSON.write(message))
                )
            }
            var acknowledged: [String: CommandAcknowledged] = [:]
            for await event in connection.events() {
                guard case .messages(let batch) = event else { continue }
                for frame in batch {
                    guard let event = try? WireJSON.read(LiveEvent.self, from: frame.body).value,
                        case .commandAcknowledged(let body) = event.payload
                    else { continue }
                    acknowledged[body.commandId] = body
                }
                if acknowledged.count == 2 { break }
            }
            await connection.disconnect()
            #expect(acknowledged.values.count { $0.deduplicated } == 1)
            #expect(Set(acknowledged.values.map(\.messageId)).count == 1)
            #expect(try await ann.messages(in: id).map(\.content) == ["once"])
        }
    }

    @Test("a command that its member may not give is refused by name", arguments: ContractServer.allCases)
    func refusedCommands(_ server: ContractServer) async throws {
        try await ContractStage.run(server) { stage in
            let (ann, ben) = (try await stage.person("Ann"), try await stage.person("Ben"))
            let thread = CreateThreadBody(title: "Mine")
            let id = try await ann.client.call(ThreadEndpoints.Create(body: thread)).threadId
            let connection = stage.connection(SocketTokens(session: ben.session))
            _ = await connection.subscribe(destination: LiveQueue.errors.rawValue)
            await connection.connect()
            let message = SendMessageBody(clientMessageId: UUID().uuidString.lowercased(), content: "let me in")
            let commandID = UUID().uuidString.lowercased()
            try await connection.send(
                destination: CommandDestination(threadId: id, action: .send).text,
                headers: [LiveQueue.commandIdHeader: commandID, "content-type": "application/json"],
                body: Data(try WireJSON.write(message))
            )
            var refusal: CommandRefused?
            for await event in connection.events() {
                guard case .messages(let batch) = event, let frame = batch.first else { continue }
                refusal = try WireJSON.read(CommandRefused.self, from: frame.body).value
                break
            }
            await connection.disconnect()
            #expect(refusal?.commandId == commandID && refusal?.clientMessageId == message.clientMessageId)
            #expect(refusal?.status == 403 && refusal?.retryable == false && refusal?.message.text.isEmpty == false)
            #expect(try await ann.messages(in: id).isEmpty)
        }
    }

    @Test("a short-lived ticket serves in place of the access token", arguments: ContractServer.allCases)
    func ticket(_ server: ContractServer) async throws {
        try await ContractStage.run(server) { stage in
            let ann = try await stage.person("Ann")
            let ticket = try await ann.client.call(DeviceEndpoints.ChatSession())
            #expect(ticket.expiresIn > 0)
            let thread = CreateThreadBody(title: "Ticket")
            let id = try await ann.client.call(ThreadEndpoints.Create(body: thread)).threadId
            var front = try await stage.chat(of: ann, usesTickets: true)
            await front.perform(.open(threadID: id)) { $0.hasOlder[id] != nil }
            await front.perform(.send(Draft("in"), threadID: id)) {
                $0.message("in", in: id)?.delivery == .delivered
            }
            #expect(ann.calls.count("/api/v1/devices/chat-session") >= 2)
        }
    }

    @Test(
        "at the token's end the connection comes back by itself, and nothing is lost",
        arguments: ContractServer.allCases
    )
    func expiry(_ server: ContractServer) async throws {
        try await ContractStage.run(server, tokenLifetime: .seconds(6)) { stage in
            let (annPerson, benPerson) = (try await stage.person("Ann"), try await stage.person("Ben"))
            let body = CreateThreadBody(title: "Short", memberIds: [benPerson.id])
            let id = try await annPerson.client.call(ThreadEndpoints.Create(body: body)).threadId
            var ann = try await stage.chat(of: annPerson)
            var ben = try await stage.chat(of: benPerson)
            await ann.perform(.open(threadID: id)) { $0.hasOlder[id] != nil }
            await ben.perform(.open(threadID: id)) { $0.hasOlder[id] != nil }
            await ann.session.perform(.send(Draft("before"), threadID: id))
            await ben.until("before") { $0.message("before", in: id) != nil }
            let (annBefore, benBefore) = (ann.view.connections, ben.view.connections)
            await ann.until("Ann is back") { $0.connections > annBefore && $0.isConnected }
            await ann.session.perform(.send(Draft("after"), threadID: id))
            await ben.until("Ben is back") { $0.connections > benBefore && $0.message("after", in: id) != nil }
            #expect(ben.view.messages(in: id).map(\.text) == ["before", "after"])
            #expect(annPerson.calls.count("/api/v1/auth/refresh") >= 1)
            #expect(ann.view.signInNeeded == nil && ben.view.signInNeeded == nil)
            #expect(ann.view.failures == [] && ben.view.failures == [])
        }
    }
}

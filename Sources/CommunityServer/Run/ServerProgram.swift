import CLinux
import CommandLineManual
import Community
import Glibc
import Transport

/// The program around a server: its words, its signals, its end.
package enum ServerProgram {
    /// Runs what the words ask for and returns the exit code. It is to be called on the process's first thread, before
    /// there is another.
    package static func run(_ words: [String]) -> Int32 {
        _ = signal(SIGPIPE, SIG_IGN)
        do throws(ServerUsageError) {
            switch try ServerInvocation(words) {
            case .help: return write(ServerHelp.text, to: STDOUT_FILENO) ? 0 : 1
            case .version: return write(ServerHelp.version, to: STDOUT_FILENO) ? 0 : 1
            case .manual:
                return write(
                    ManualPage(ServerHelp.description.itself, of: ServerHelp.description).text,
                    to: STDOUT_FILENO
                )
                    ? 0 : 1
            case .completions(let shell):
                return write(CompletionScript.text(for: ServerHelp.description, shell), to: STDOUT_FILENO) ? 0 : 1
            case .seed(let folder, let renews): return seed(folder, renewsPasswords: renews)
            case .serve(let options): return serve(options)
            }
        } catch {
            complain("\(error.sentence) (see bobbin-server --help)")
            return 2
        }
    }

    private static func serve(_ options: ServerOptions) -> Int32 {
        let watch: EndWatch
        do throws(TransportError) {
            watch = try EndWatch(watchesInput: options.exitsWithParent)
        } catch {
            complain("\(error)")
            return 1
        }
        raiseDescriptorLimit()
        let printsCodes = options.printsCodes
        let surroundings = ServiceSurroundings(
            sendCode: { number, code in
                if printsCodes { _ = write("code for \(number): \(code)\n", to: STDOUT_FILENO) }
            },
            log: { complain($0) }
        )
        let started = Blocking.run { () async -> Result<RunningServer, StartFault> in
            do throws(StartFault) {
                return .success(try await RunningServer.start(options, surroundings: surroundings))
            } catch {
                return .failure(error)
            }
        }
        switch started {
        case .failure(let fault):
            complain("\(fault)")
            return 1
        case .success(let server):
            let scheme = options.identityFiles == nil ? "http" : "https"
            _ = write("listening on \(scheme)://\(options.address.text(port: server.port))\n", to: STDOUT_FILENO)
            watch.wait()
            Blocking.run { await server.stop() }
            return 0
        }
    }

    /// Prints the sample accounts, an e-mail address and a password a line.
    private static func seed(_ folder: String, renewsPasswords: Bool) -> Int32 {
        let seeded = Blocking.run { () async -> Result<[SampleAccount]?, ServiceFault> in
            do throws(ServiceFault) {
                let service = try await CommunityService.open(
                    dataFolder: folder,
                    surroundings: ServiceSurroundings(log: { complain($0) })
                )
                let accounts: Result<[SampleAccount]?, ServiceFault>
                do throws(ServiceFault) {
                    accounts = .success(try await service.seedSample(renewsPasswords: renewsPasswords))
                } catch {
                    accounts = .failure(error)
                }
                await service.close()
                return accounts
            } catch {
                return .failure(error)
            }
        }
        switch seeded {
        case .success(nil):
            complain(
                "\(folder) holds a community already, which was left as it is; --new-passwords renews the sample's"
            )
            return 0
        case .success(let accounts?):
            let lines = accounts.map { "\($0.email) \($0.password)\n" }.joined()
            return write(lines, to: STDOUT_FILENO) ? 0 : 1
        case .failure(let fault):
            complain("\(fault)")
            return 1
        }
    }

    /// Each connection takes a descriptor.
    private static func raiseDescriptorLimit() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
    }

    private static func complain(_ sentence: String) {
        _ = write("bobbin-server: \(sentence)\n", to: STDERR_FILENO)
    }

    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest.removeFirst(count)
        }
        return true
    }
}

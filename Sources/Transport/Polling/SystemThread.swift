import CLinux
import Glibc

/// Threads of our own, for what must not block the threads that run Swift tasks.
package enum SystemThread {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs `body` on a new thread; `name` is cut to the 15 bytes that Linux keeps.
    package static func start(name: String, _ body: @escaping @Sendable () -> Void) throws(TransportError) {
        let context = Unmanaged.passRetained(Body(body))
        var everySignal = sigset_t()
        var mask = sigset_t()
        sigfillset(&everySignal)
        // The new thread inherits the mask: signals go to those who handle them.
        pthread_sigmask(SIG_BLOCK, &everySignal, &mask)
        var thread = pthread_t()
        let code = pthread_create(
            &thread,
            nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                return nil
            },
            context.toOpaque()
        )
        pthread_sigmask(SIG_SETMASK, &mask, nil)
        guard code == 0 else {
            context.release()
            throw .system(detail: "A thread can't be started: \(systemErrorText(code))")
        }
        bobbin_name_thread(thread, String(name.prefix(15)))
        pthread_detach(thread)
    }
}

/// The system's sentence for an error number.
package func systemErrorText(_ number: Int32) -> String {
    String(cString: bobbin_error_text(number))
}

import Glibc
import Transport

extension ListenFault: CustomStringConvertible {
    package var description: String {
        let place = address.text(port: address.port)
        switch number {
        case EADDRINUSE:
            return "\(place) is in use; stop the program that listens there, or choose another port with --listen"
        case EACCES:
            return "\(place) needs rights this user lacks; choose a port from 1024 on with --listen"
        case EADDRNOTAVAIL:
            return "\(place) is no address of this machine; choose one with --listen, such as 127.0.0.1:8080"
        default:
            return "nothing can be served at \(place): \(systemErrorText(number))"
        }
    }
}

import Foundation
import Hummingbird
import NIOCore
import Synchronization

/// Reports that the listener is open, and on which port.
final class Readiness: Sendable {
    typealias Receiver = @Sendable (URL) async -> Void

    private let receiver = Mutex<Receiver>({ _ in })

    var whenReady: Receiver {
        get { receiver.withLock { $0 } }
        set { receiver.withLock { $0 = newValue } }
    }

    func opened(_ channel: any Channel, on listener: Listener) async {
        guard let port = channel.localAddress?.port else { return }
        listener.port.set(port)
        // The further port is opened at the same time; where that fails, the server ends.
        while listener.configuration.redirectPort != nil, listener.certificates != nil, listener.redirectPort.number == nil {
            guard (try? await Task.sleep(for: .milliseconds(5))) != nil else { return }
        }
        if let url = listener.url(port: port) { await whenReady(url) }
    }
}

/// The port that a listener has, once it is open.
final class ListenerPort: Sendable {
    private let value = Mutex<Int?>(nil)

    func set(_ port: Int) { value.withLock { $0 = port } }

    var number: Int? { value.withLock { $0 } }
}

extension Listener {
    /// An address to open in a browser of this machine: a server on every interface is reached on loopback, except where the
    /// certificate is for a name only.
    func url(port: Int) -> URL? {
        let scheme = certificates == nil ? "http" : "https"
        let standard = certificates == nil ? 80 : 443
        return URL(string: "\(scheme)://\(urlHost)" + (port == standard ? "" : ":\(port)"))
    }

    private var urlHost: String {
        let host =
            switch configuration.host {
            case "0.0.0.0": "127.0.0.1"
            case "::": "[::1]"
            default: configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
            }
        guard let certificate = certificates?.certificate else { return host }
        let candidates = [host] + configuration.allowedHosts + certificate.names
        return candidates.first { HostName(authority: $0).map(certificate.covers) == true } ?? host
    }
}

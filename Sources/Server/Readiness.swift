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

    func opened(_ channel: any Channel, host: String) async {
        guard let port = channel.localAddress?.port, let url = Self.address(host: host, port: port) else { return }
        await whenReady(url)
    }

    /// An address to open in a browser of this machine: a server on every interface is reached on loopback.
    static func address(host: String, port: Int) -> URL? {
        let name =
            switch host {
            case "0.0.0.0": "127.0.0.1"
            case "::": "[::1]"
            default: host.contains(":") ? "[\(host)]" : host
            }
        return URL(string: "http://\(name):\(port)")
    }
}

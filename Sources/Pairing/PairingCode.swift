import DioramaSync
import Foundation
import Support

/// What a device shows as a QR code or a text where devices can't find each other by themselves: its address, and the fingerprint
/// of the key that it will use for this one pairing.
///
/// `diorama:pair?host=192.168.1.20&port=40123&key=…`
public struct PairingCode: Sendable, Equatable, CustomStringConvertible {
    public let address: PeerAddress
    /// See `NoiseKeyPair.fingerprint`; 16 bytes.
    public let fingerprint: Data

    public init(address: PeerAddress, fingerprint: Data) {
        self.address = address
        self.fingerprint = fingerprint
    }

    /// Reads a code.
    /// - Throws: `SyncError` of kind `invalidValue` for anything else.
    public init(_ text: String) throws(SyncError) {
        guard let link = Link(text.trimmingCharacters(in: .whitespacesAndNewlines)), link.action == "pair", let host = link["host"],
            let port = link["port"].flatMap({ Int($0) }), let address = PeerAddress(host: host, port: port),
            let key = link["key"].flatMap({ Base64URL.decode($0, limit: 16) }), key.count == 16
        else {
            throw SyncError(.invalidValue, "that is no pairing code; it begins with diorama:pair? and is shown by the other device")
        }
        self.init(address: address, fingerprint: key)
    }

    public var description: String {
        var link = Link("pair")
        link.add("host", address.host)
        link.add("port", String(address.port))
        link.add("key", Base64URL.encode(fingerprint))
        return link.text
    }
}

import DioramaSync
import Foundation
import Support

/// The address of a device and the fingerprint of its key for one pairing, as a QR code or text, for networks without discovery.
///
/// `diorama:pair?host=192.168.1.20&port=40123&key=…`
public struct PairingCode: Sendable, Equatable, CustomStringConvertible {
    /// Where the device listens.
    public let address: PeerAddress
    /// The fingerprint of the device's ephemeral key (`NoiseKeyPair.fingerprint`); 16 bytes.
    public let fingerprint: Data

    /// A code of a device that is open to pairing.
    public init(address: PeerAddress, fingerprint: Data) {
        self.address = address
        self.fingerprint = fingerprint
    }

    /// Parses the text of a code.
    /// - Throws: `SyncError` of kind `invalidValue` for any other text.
    public init(_ text: String) throws(SyncError) {
        guard let link = Link(text.trimmingCharacters(in: .whitespacesAndNewlines)), link.action == "pair", let host = link["host"],
            let port = link["port"].flatMap({ Int($0) }), let address = PeerAddress(host: host, port: port),
            let key = link["key"].flatMap({ Base64URL.decode($0, limit: 16) }), key.count == 16
        else {
            throw SyncError(.invalidValue, "not a pairing code; it begins with diorama:pair? and is shown by the other device")
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

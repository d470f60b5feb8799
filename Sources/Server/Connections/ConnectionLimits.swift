import NIOCore

/// What applies to all connections of a listener, whichever protocol they speak.
struct ConnectionLimits: Sendable {
    let table: ConnectionTable
    /// How long the handshake of TLS, or the header of a request, may take.
    let headerTimeout: TimeAmount
    /// The network of a peer, or nil where its connections are not counted by network.
    let network: @Sendable (NetworkAddress) -> [UInt8]?

    /// Counts a connection until it is closed.
    /// - Returns: false where there is no room: then it has to be closed once it is set up.
    func register(_ channel: any Channel) -> Bool {
        let id = ObjectIdentifier(channel)
        let address = channel.remoteAddress?.ipAddress.flatMap { NetworkAddress($0) }
        let isAccepted = table.opened(id, network: address.flatMap(network)) { channel.close(promise: nil) }
        channel.closeFuture.whenComplete { [table] _ in table.closed(id) }
        return isAccepted
    }
}

import Hummingbird
import NIOCore

/// What a request carries through the server: Hummingbird's own, the connection it came in on, and who sends it.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// The connection: the same channel or, for a request of HTTP/2, that of all streams.
    let connection: any Channel
    /// The other end of the connection; nil where it has no IP address.
    let peer: NetworkAddress?
    /// Where the request comes from: the peer or, where that is a trusted proxy, the address that it names.
    var client: NetworkAddress?
    /// Who sends it: nobody, until `VisitorMiddleware` has found out.
    var visitor = Visitor.nobody

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        // The parent of a connection is the listener, which has none.
        connection = source.channel.parent.flatMap { $0.parent == nil ? nil : $0 } ?? source.channel
        peer = source.channel.remoteAddress?.ipAddress.flatMap { NetworkAddress($0) }
        client = peer
    }

    /// Ends the connection, or the stream of HTTP/2, a while after the answer, so that a client that still sends has time to read
    /// why.
    ///
    /// Until then what it sends is read and dropped: closing at once would let the system throw the answer away (RFC 9112, section
    /// 9.6).
    func closeSoon() {
        channel.eventLoop.scheduleTask(in: .seconds(5)) { [channel] in channel.close(promise: nil) }
    }

    /// The same, with all streams of HTTP/2.
    func closeConnectionSoon() {
        connection.eventLoop.scheduleTask(in: .seconds(5)) { [connection] in connection.close(promise: nil) }
    }
}

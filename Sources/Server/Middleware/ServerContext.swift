import Hummingbird
import NIOCore

/// What a request carries through the server: Hummingbird's own, and the connection it came in on.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// Ends the connection a while after the answer, so that a client that still sends has time to read why.
    ///
    /// Until then what it sends is read and dropped: closing at once would let the system throw the answer away (RFC 9112, section 9.6).
    func closeSoon() {
        channel.eventLoop.scheduleTask(in: .seconds(5)) { [channel] in channel.close(promise: nil) }
    }
}

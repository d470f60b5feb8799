import Hummingbird
import NIOCore

/// What a request carries through the server: Hummingbird's own, the connection it came in on, and who sends it.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// Who sends it: nobody, until `VisitorMiddleware` has found out.
    var visitor = Visitor.nobody

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// Ends the connection a while after the answer, so that a client that still sends has time to read why.
    ///
    /// Until then what it sends is read and dropped: closing at once would let the system throw the answer away (RFC 9112, section
    /// 9.6).
    func closeSoon() {
        channel.eventLoop.scheduleTask(in: .seconds(5)) { [channel] in channel.close(promise: nil) }
    }
}

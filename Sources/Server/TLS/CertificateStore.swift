import Foundation
import Logging
import NIOSSL
import ServiceLifecycle
import Spaces
import Synchronization
import X509

/// The certificate of a listener as it is now. New connections get the latest one; those that are open keep theirs.
final class CertificateStore: Service {
    /// What the log and the owner's pages show of it.
    struct Status: Sendable, Equatable {
        var fingerprint: String
        var notValidAfter: Date
        /// Why the files as they are now aren't used; nil where they are.
        var failure: String?
    }

    private struct State {
        var certificate: ServerCertificate
        var context: NIOSSLContext
        /// Of files: the state that was read last, whether it could be used or not. Of the authority: what it signed for.
        var read: Version
        /// A change that was seen once. Two files are not written at one time: it counts when it is there the next time, too.
        var pending: Version?
        var failure: String?
    }

    private enum Version: Equatable {
        case files([String])
        case names(LocalNames)
    }

    /// Nil for certificates from files.
    let authority: LocalAuthority?
    private let source: CertificateSource
    private let logger: Logger
    private let state: Mutex<State>

    /// The polling interval of the files, or of the machine's addresses.
    private static let interval = Duration.seconds(1)
    /// Certificates of the authority are replaced when they are valid for less than this.
    private static let renewal: TimeInterval = 30 * 86400
    /// When the owner is warned that a certificate from files expires.
    private static let warning: TimeInterval = 14 * 86400

    /// Reads the certificate, or makes the authority and signs one.
    /// - Throws: `ServerError` where it can't be used.
    init(_ source: CertificateSource, logger: Logger) throws(ServerError) {
        self.source = source
        self.logger = logger
        let certificate: ServerCertificate
        let version: Version
        do {
            switch source {
            case .files(let file, let key):
                authority = nil
                let files = CertificateFiles(certificate: file, key: key)
                version = .files(files.state)
                certificate = try files.load()
            case .local(let folder):
                let names = LocalNames.current()
                let opened = try LocalAuthority.open(in: folder, hostName: LocalNames.hostName, logger: logger)
                authority = opened
                version = .names(names)
                certificate = try opened.issue(for: names)
            }
            state = Mutex(State(certificate: certificate, context: try certificate.context(), read: version))
        } catch let error as ServerError {
            throw error
        } catch {
            throw ServerError("couldn't prepare TLS: \(ErrorLine.text(error))")
        }
    }

    /// What the next connection uses.
    var context: NIOSSLContext { state.withLock { $0.context } }

    var certificate: ServerCertificate { state.withLock { $0.certificate } }

    var status: Status {
        state.withLock {
            Status(fingerprint: $0.certificate.fingerprint, notValidAfter: $0.certificate.notValidAfter, failure: $0.failure)
        }
    }

    /// Follows changes until the server ends.
    func run() async throws {
        let ticks = AsyncStream<Void> {
            try? await Task.sleep(for: Self.interval)
            return Task.isCancelled ? nil : ()
        }
        for await _ in ticks.cancelOnGracefulShutdown() { refresh() }
    }

    /// Looks for a change, and applies it.
    func refresh(now: Date = Date()) {
        switch source {
        case .files(let file, let key): refresh(CertificateFiles(certificate: file, key: key), now: now)
        case .local: refreshIssued(now: now)
        }
    }

    private func refresh(_ files: CertificateFiles, now: Date) {
        let version = Version.files(files.state)
        let isDue = state.withLock { state in
            guard version != state.read else {
                state.pending = nil
                return false
            }
            defer { state.pending = version }
            return state.pending == version
        }
        guard isDue else { return }
        do {
            try use(try files.load(now: now), version)
        } catch {
            refuse(ErrorLine.text(error), version)
        }
    }

    private func refreshIssued(now: Date) {
        guard let authority else { return }
        let version = Version.names(LocalNames.current())
        let isDue = state.withLock { $0.read != version || $0.certificate.notValidAfter < now + Self.renewal }
        guard isDue, case .names(let names) = version else { return }
        do {
            try use(try authority.issue(for: names, now: now), version)
        } catch {
            refuse(ErrorLine.text(error), version)
        }
    }

    private func use(_ certificate: ServerCertificate, _ version: Version) throws {
        let context = try certificate.context()
        state.withLock { state in
            state.certificate = certificate
            state.context = context
            state.read = version
            state.pending = nil
            state.failure = nil
        }
        logger.notice("uses a new certificate, valid until \(certificate.notValidAfter.day), SHA-256 \(certificate.fingerprint)")
    }

    private func refuse(_ reason: String, _ version: Version) {
        let end = state.withLock { state in
            state.read = version
            state.pending = nil
            state.failure = reason
            return state.certificate.notValidAfter
        }
        logger.error("the new certificate isn't used: \(reason); the earlier one stays, valid until \(end.day)")
    }

    // MARK: What is found

    /// What the owner should know of: a replacement that isn't used, or an end that is near.
    func problem(now: Date = Date()) -> (message: String, remedy: String, isUrgent: Bool)? {
        let status = status
        let left = status.notValidAfter.timeIntervalSince(now)
        if let failure = status.failure {
            return (
                "The server's new certificate isn't used: \(failure); "
                    + "the earlier one stays, valid until \(status.notValidAfter.day)",
                "replace the files of --tls-certificate and --tls-key", left < Self.warning
            )
        }
        guard authority == nil, left < Self.warning else { return nil }
        let verb = left <= 0 ? "expired" : "expires"
        return (
            "The server's certificate \(verb) on \(status.notValidAfter.day)",
            "renew it and replace the files of --tls-certificate and --tls-key", left <= 0
        )
    }
}

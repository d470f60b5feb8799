import DioramaLibrary
import Foundation
import Pairing
import Spaces
import Support
import Synchronization

/// The first start that is under way over HTTP, one at a time: a person creates an account or joins theirs.
actor StartRuns {
    /// How far the first start is.
    enum State: Sendable {
        /// Nothing was decided yet.
        case new
        case running
        /// The last attempt failed; the next one can begin.
        case failed(String)
        /// The library is there; the server of the library takes over.
        case opening(signIn: String?)
    }

    /// What the person decided.
    enum Decision: Sendable {
        case create(name: String)
        case join(LibraryStart.Join)
        case pair(PairingClient.Target)
    }

    /// A device whose digits the person compares.
    struct Comparison: Sendable {
        let name: String
        let digits: String
    }

    private let start: LibraryStart
    /// Whether the person has to sign in to the library's server.
    private let needsSignIn: Bool
    private let progress = Mutex(WorkProgress(fraction: 0, what: ""))
    private var task: Task<Void, Never>?
    private(set) var state = State.new
    /// Set while a person compares digits.
    private(set) var comparison: Comparison?
    private var answer: CheckedContinuation<Bool, Never>?
    private let onLibrary: @Sendable (Library) async throws -> Void

    /// - Parameter onLibrary: called with the library as soon as it is there; what it throws is the failure of the attempt.
    init(_ start: LibraryStart, needsSignIn: Bool, onLibrary: @escaping @Sendable (Library) async throws -> Void) {
        self.start = start
        self.needsSignIn = needsSignIn
        self.onLibrary = onLibrary
    }

    /// The progress of the attempt that is under way.
    nonisolated var latestProgress: WorkProgress { progress.withLock { $0 } }

    /// Begins an attempt.
    /// - Throws: `Problem` 409 while another one is under way, or after one has succeeded.
    func begin(_ decision: Decision) throws {
        switch state {
        case .new, .failed: break
        case .running: throw Problem(.conflict, "The first start is under way already.")
        case .opening: throw Problem(.conflict, "The library is there already.")
        }
        state = .running
        progress.withLock { $0 = WorkProgress(fraction: 0, what: "Starting") }
        task = Task { await run(decision) }
    }

    private func run(_ decision: Decision) async {
        let reporter = ProgressReporter { [self] value in progress.withLock { $0 = value } }
        do {
            let outcome =
                switch decision {
                case .create(let name): try await start.createAccount(name: name)
                case .join(let join): try await start.join(join, progress: reporter)
                case .pair(let target):
                    try await start.join(
                        pairing: LibraryStart.PairedJoin(target) { [self] session in await compare(session) },
                        progress: reporter)
                }
            let signIn = needsSignIn ? try await Invitation.make(for: nil, in: outcome.library, lifetime: 3600).path : nil
            try await onLibrary(outcome.library)
            state = .opening(signIn: signIn)
        } catch {
            state = .failed(Problem.sentence(ErrorLine.text(error)))
        }
    }

    // MARK: Pairing

    /// Shows the digits and waits for the person, as long as the other device does.
    private func compare(_ session: PairingSession) async -> Bool {
        comparison = Comparison(name: session.name, digits: session.shortCode)
        let limit = Task {
            try await Task.sleep(for: PeerTimeouts().confirmation)
            decide(areEqual: false)
        }
        let areEqual = await withCheckedContinuation { answer = $0 }
        limit.cancel()
        comparison = nil
        return areEqual
    }

    /// The person's answer; false where no digits are shown.
    @discardableResult
    func decide(areEqual: Bool) -> Bool {
        guard let answer else { return false }
        self.answer = nil
        answer.resume(returning: areEqual)
        return true
    }

    /// Cancels an attempt and waits until it has ended.
    func shutDown() async {
        decide(areEqual: false)
        task?.cancel()
        await task?.value
    }
}

import Foundation
import GRDB
import Synchronization

/// Fault injection for tests: called before each change that first start, joining, sharing, deletion, backup and recovery make to a
/// disk or a bucket, so that a test can inspect what a kill at this point leaves, or make the step fail. Disabled outside of tests.
package struct FaultInjectionPoints: Sendable {
    private let reached: @Sendable (String) throws -> Void

    /// Points that call `reached` with their names; an error that it throws ends the work there.
    package init(_ reached: @escaping @Sendable (String) throws -> Void) { self.reached = reached }

    /// Points that do nothing.
    package static let disabled = FaultInjectionPoints { _ in }

    /// The points of the running program. They do nothing, unless its environment has one of the variables of
    /// `Tests/JourneyTests`: `DIORAMA_FAULT_LOG`, a file to which the name of each point is appended, and `DIORAMA_FAULT_KILL`, the
    /// number (from 1) of the point at which the process ends itself by SIGKILL.
    package static let process = FaultInjectionPoints(environment: ProcessInfo.processInfo.environment)

    /// Marks a point: the change called `name` follows.
    package func callAsFunction(_ name: String) throws { try reached(name) }

    /// Marks a point of the running program, where it can only be killed.
    package static func mark(_ name: @autoclosure () -> String) {
        if isEnabled { try? process(name()) }
    }

    /// Whether the environment of the running program asks for points.
    package static let isEnabled = ["DIORAMA_FAULT_LOG", "DIORAMA_FAULT_KILL"].contains {
        ProcessInfo.processInfo.environment[$0] != nil
    }
}

/// Marks a point before each transaction is committed.
final class CommitPoints: TransactionObserver {
    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseWillCommit() throws { FaultInjectionPoints.mark("commit a transaction") }
    func databaseDidCommit(_ db: Database) {}
    func databaseDidRollback(_ db: Database) {}
}

extension FaultInjectionPoints {
    private init(environment: [String: String]) {
        let log = environment["DIORAMA_FAULT_LOG"]
        let last = environment["DIORAMA_FAULT_KILL"].flatMap { Int($0) }
        guard log != nil || last != nil else {
            self = .disabled
            return
        }
        let counter = PointCounter()
        self.init { name in
            counter.increment { number in
                if let log { Self.append(name, to: log) }
                if number == last { kill(getpid(), SIGKILL) }
            }
        }
    }

    /// In one write, so that the lines of several processes don't mix.
    private static func append(_ name: String, to path: String) {
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        _ = (name + "\n").withCString { write(file, $0, strlen($0)) }
        close(file)
    }

    /// Counts points of all threads.
    private final class PointCounter: Sendable {
        private let count = Mutex(0)

        /// Calls `body` with the number of this point, one point at a time.
        func increment(_ body: (Int) -> Void) {
            count.withLock {
                $0 += 1
                body($0)
            }
        }
    }
}

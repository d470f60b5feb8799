import Foundation
import Geometry
import Live
import Sessions
import Synchronization

/// A participant of a live session in a terminal: prints what happens and executes the commands of standard input.
struct LiveTerminal: Sendable {
    private let participant: SessionParticipant
    /// Whether lines go to standard output; otherwise to standard error.
    private let prints: Bool
    private let failures = Failures()

    /// The number of commands that failed.
    private final class Failures: Sendable {
        private let number = Mutex(0)
        var count: Int { number.withLock { $0 } }
        func add() { number.withLock { $0 += 1 } }
    }

    init(_ participant: SessionParticipant, prints: Bool) {
        self.participant = participant
        self.prints = prints
    }

    /// Stays in the session until the commands or the session end.
    /// - Throws: where it can't be joined or is left by others' will and, without a terminal, where a command failed.
    func run() async throws {
        let input = Task { try await readCommands() }
        let output = Task { await printEvents() }
        defer {
            input.cancel()
            output.cancel()
        }
        try await withTaskCancellationHandler {
            try await participant.run()
        } onCancel: {
            Task { await participant.leave() }
        }
        await output.value
        let count = failures.count
        if count > 0 && isatty(0) != 1 { throw CommandFailure(count == 1 ? "a command failed" : "\(count) commands failed") }
    }

    private func write(_ line: String) {
        if prints {
            print(line)
            fflush(nil)
        } else {
            Terminal.line(line)
        }
    }

    // MARK: Events

    private func printEvents() async {
        for await event in participant.events {
            let client = await participant.snapshot
            switch event {
            case .interrupted: write("the connection was lost; connecting again")
            case .left: write("you left the session")
            case .ended(let reason): write(reason == .ended ? "the session has ended" : "disconnected (\(reason))")
            case .session(let event): if let line = LiveText.line(event, in: client) { write(line) }
            }
        }
    }

    // MARK: Commands

    private func readCommands() async throws {
        // Standard input blocks: it is read on a thread of its own.
        let (lines, input) = AsyncStream<String>.makeStream()
        Thread.detachNewThread {
            while let line = readLine() { input.yield(line) }
            input.finish()
        }
        // Nothing is possible before the room knows the participant.
        while await !participant.snapshot.isJoined { try await Task.sleep(for: .milliseconds(20)) }
        for await line in lines {
            let words = line.split(separator: " ").map(String.init)
            if words.isEmpty { continue }
            if words == ["quit"] { break }
            do {
                try await execute(words)
            } catch is CancellationError {
                return
            } catch {
                failures.add()
                write("error: \(error)")
            }
        }
        // What was asked for is done before the participant leaves.
        for _ in 0..<250 where await !participant.snapshot.replica.isSettled { try await Task.sleep(for: .milliseconds(20)) }
        if await !participant.snapshot.replica.isSettled {
            failures.add()
            write("error: the room hasn't confirmed everything")
        }
        await participant.leave()
    }

    private func execute(_ words: [String]) async throws {
        if words[0] == "wait" {
            guard words.count == 2, let seconds = Double(words[1]), (0...3600).contains(seconds) else {
                throw CommandFailure("wait needs seconds, 0 to 3600")
            }
            return try await Task.sleep(for: .seconds(seconds))
        }
        if words == ["state"] {
            let client = await participant.snapshot
            let time = await participant.time
            for line in LiveText.state(client, at: time) { write(line) }
            return
        }
        let command = try LiveTerminalCommand(words)
        if let created = try await participant.change({ (client, time) throws(Refusal) in try command.execute(on: &client, at: time)
        }) {
            write(created)
        }
    }
}

/// A session as lines of text.
enum LiveText {
    static func name(_ id: ParticipantID, in client: LiveClient) -> String {
        client.replica.state.participant(id)?.profile?.value.name.text ?? "participant \(id.number)"
    }

    static func text(_ id: CompanionID) -> String { "\(id.creator.number):\(id.number)" }

    static func text(_ id: MeasurementID) -> String { "\(id.creator.number):\(id.number)" }

    /// A length in metres, as `2.35 m`.
    static func length(_ measurement: SharedMeasurement) -> String {
        String(format: "%.2f m", locale: Locale(identifier: "en_US_POSIX"), measurement.length)
    }

    static func line(_ event: LiveEvent, in client: LiveClient) -> String? {
        switch event {
        case .connected: "connected as participant \(client.replica.id?.number ?? 0) (\(client.replica.role))"
        case .connectionRefused(let refusal): "refused: \(refusal)"
        case .refused(let refusal): "refused: \(refusal)"
        case .joined(let id): "\(name(id, in: client)) joined"
        case .left(let id): "\(name(id, in: client)) left"
        case .kicked(let id): "\(name(id, in: client)) was removed"
        case .renamed(let id): "participant \(id.number) is now called \(name(id, in: client))"
        case .measured(let shown):
            "\(name(shown.id.creator, in: client)) measured \(length(shown)) (measurement \(text(shown.id)))"
        case .measurementRemoved(let id): "measurement \(text(id)) was removed"
        case .spawned(let id): "companion \(text(id)) was created by \(name(id.creator, in: client))"
        case .removed(let id): "companion \(text(id)) was removed"
        case .handedOver(let id, let owner): "companion \(text(id)) belongs to \(name(owner, in: client))"
        case .action(let action): "companion \(text(action.companion)): \(action.action)"
        case .effect(let effect): "\(effect.style) by \(name(effect.id.creator, in: client))"
        case .reaction(let reaction): "\(name(reaction.participant, in: client)): \(reaction.symbol)"
        case .locked(let isLocked): isLocked ? "the session is locked" : "the session is unlocked"
        case .effectsMuted(let areMuted): areMuted ? "effects are muted" : "effects are permitted"
        }
    }

    static func state(_ client: LiveClient, at time: UInt64) -> [String] {
        let people = client.participants(at: time).filter(\.isPresent).map {
            "participant \($0.id.number) \($0.profile.name.text) (\($0.profile.role))"
        }
        let companions = client.companions(at: time).map { companion in
            let p = companion.pose.position
            return "companion \(text(companion.id)) model \(companion.model.index) at \(p.x) \(p.y) \(p.z) \(companion.action)"
        }
        let measurements = client.measurements.map { "measurement \(text($0.measurement.id)) \(length($0.measurement))" }
        return people + companions + measurements
    }
}

/// The session at the end of a command, as JSON.
struct LiveSummary: Encodable {
    struct Person: Encodable {
        let id: UInt32
        let name: String
        let role: String
        let isPresent: Bool
    }

    struct Creature: Encodable {
        let id: String
        let model: UInt8
        let owner: UInt32
        let position: [Float]
        let scale: Float
        let action: String
    }

    struct Line: Encodable {
        let id: String
        let points: [[Float]]
        let length: Float
    }

    let participants: [Person]
    let companions: [Creature]
    let measurements: [Line]
    /// The same for equal states.
    let digest: String

    init(_ client: LiveClient, at time: UInt64) {
        participants = client.participants(at: time).map {
            Person(id: $0.id.number, name: $0.profile.name.text, role: "\($0.profile.role)", isPresent: $0.isPresent)
        }
        companions = client.companions(at: time).map {
            Creature(
                id: LiveText.text($0.id), model: $0.model.index, owner: $0.owner.number,
                position: [$0.pose.position.x, $0.pose.position.y, $0.pose.position.z], scale: $0.pose.scale,
                action: "\($0.action)")
        }
        measurements = client.measurements.map { shown in
            Line(
                id: LiveText.text(shown.measurement.id), points: shown.measurement.points.map { [$0.x, $0.y, $0.z] },
                length: shown.measurement.length)
        }
        digest = String(client.digest, radix: 16)
    }
}

import Foundation
import Geometry
import Live

/// A command of `diorama live join` on standard input.
struct LiveTerminalCommand: Sendable {
    private enum Command: Sendable {
        case spawn(CompanionModel, Vector3, scale: Float)
        case move(Update)
        case act(CompanionID, CompanionAction, duration: UInt32)
        case remove(CompanionID)
        case effect(EffectStyle, Vector3, duration: UInt32)
        case place(Vector3)
        case react(ReactionSymbol)
        case lock(Bool)
        case mute(Bool)
        case kick(ParticipantID)
        case measure([Vector3])
        case unmeasure(MeasurementID)
    }

    private let command: Command

    /// - Throws: `CommandFailure` where it isn't a command.
    init(_ words: [String]) throws {
        let arguments = Array(words.dropFirst())
        switch words[0] {
        case "spawn":
            guard (4...5).contains(arguments.count), let model = UInt8(arguments[0]).flatMap({ CompanionModel($0) }) else {
                throw CommandFailure("spawn needs a model from 0 to 5 and x, y, z in metres")
            }
            let scale = arguments.count == 5 ? try Self.number(arguments[4], in: LiveLimits.minScale...LiveLimits.maxScale) : 1
            command = .spawn(model, try Self.position(arguments[1...3]), scale: scale)
        case "move" where arguments.count == 4:
            command = .move(Update(id: try Self.companion(arguments[0]), position: try Self.position(arguments[1...3])))
        case "action" where (2...3).contains(arguments.count):
            guard let action = CompanionAction.allCases.first(where: { "\($0)" == arguments[1] }) else {
                throw CommandFailure("there is no action '\(arguments[1])'")
            }
            command = .act(try Self.companion(arguments[0]), action, duration: try Self.duration(arguments.dropFirst(2).first))
        case "remove" where arguments.count == 1: command = .remove(try Self.companion(arguments[0]))
        case "effect" where (4...5).contains(arguments.count):
            guard let style = EffectStyle.allCases.first(where: { "\($0)" == arguments[0] }) else {
                throw CommandFailure("there is no effect '\(arguments[0])'")
            }
            command = .effect(
                style, try Self.position(arguments[1...3]), duration: try Self.duration(arguments.dropFirst(4).first))
        case "at" where arguments.count == 3: command = .place(try Self.position(arguments[0...2]))
        case "react" where arguments.count == 1:
            guard let symbol = ReactionSymbol.allCases.first(where: { "\($0)" == arguments[0] }) else {
                throw CommandFailure("there is no reaction '\(arguments[0])'")
            }
            command = .react(symbol)
        case "lock" where arguments.isEmpty: command = .lock(true)
        case "unlock" where arguments.isEmpty: command = .lock(false)
        case "mute" where arguments.isEmpty: command = .mute(true)
        case "unmute" where arguments.isEmpty: command = .mute(false)
        case "kick" where arguments.count == 1:
            guard let number = UInt32(arguments[0]) else { throw CommandFailure("kick needs the number of a participant") }
            command = .kick(ParticipantID(number))
        case "measure":
            guard arguments.count >= 6, arguments.count % 3 == 0, arguments.count <= 3 * LiveLimits.maxMeasurementPoints else {
                throw CommandFailure("measure needs x, y, z in metres of 2 to \(LiveLimits.maxMeasurementPoints) points")
            }
            command = .measure(
                try stride(from: 0, to: arguments.count, by: 3).map { try Self.position(arguments[$0..<$0 + 3]) })
        case "unmeasure" where arguments.count == 1:
            let id = try Self.companion(arguments[0])
            command = .unmeasure(MeasurementID(creator: id.creator, number: id.number))
        default: throw CommandFailure("'\(words.joined(separator: " "))' isn't a command; see diorama live join --help")
        }
    }

    /// - Returns: a line to print, where something was created.
    func execute(on client: inout LiveClient, at time: UInt64) throws(Refusal) -> String? {
        switch command {
        case .spawn(let model, let position, let scale):
            let id = try client.spawn(model, position: position, rotation: .identity, scale: scale, at: time)
            return "created \(LiveText.text(id))"
        case .move(let update): try client.move(update, at: time)
        case .act(let id, let action, let duration): try client.act(action, by: id, duration: duration, at: time)
        case .remove(let id): try client.remove(id, at: time)
        case .effect(let style, let position, let duration):
            try client.startEffect(style, position: position, duration: duration, at: time)
        case .place(let position): client.setPresence(position: position, rotation: .identity, pointer: nil, at: time)
        case .react(let symbol): client.react(symbol, at: time)
        case .lock(let isLocked): try client.lock(isLocked, at: time)
        case .mute(let areMuted): try client.muteEffects(areMuted, at: time)
        case .kick(let id): try client.kick(id, at: time)
        case .measure(let points):
            let id = try client.measure(points, at: time)
            return "measured \(LiveText.text(id))"
        case .unmeasure(let id): try client.removeMeasurement(id, at: time)
        }
        return nil
    }

    // MARK: Arguments

    private static func number(_ text: String, in range: ClosedRange<Float>) throws -> Float {
        guard let value = Float(text), range.contains(value) else {
            throw CommandFailure("'\(text)' must be a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    private static func position(_ words: ArraySlice<String>) throws -> Vector3 {
        let range = -LiveLimits.maxCoordinate...LiveLimits.maxCoordinate
        let values = try words.map { try number($0, in: range) }
        return Vector3(values[0], values[1], values[2])
    }

    private static func duration(_ word: String?) throws -> UInt32 {
        guard let word else { return 3_000 }
        guard let value = UInt32(word), value <= LiveLimits.maxDuration else {
            throw CommandFailure("'\(word)' must be milliseconds up to \(LiveLimits.maxDuration)")
        }
        return value
    }

    private static func companion(_ word: String) throws -> CompanionID {
        let numbers = word.split(separator: ":").compactMap { UInt32($0) }
        guard numbers.count == 2 else { throw CommandFailure("'\(word)' isn't a companion or measurement, such as 2:5") }
        return CompanionID(creator: ParticipantID(numbers[0]), number: numbers[1])
    }
}

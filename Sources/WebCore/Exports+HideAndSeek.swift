import Geometry
import Live

// The rule of hide-and-seek. Spots are four floats each: position, and 1 where a seeker would see the companion. Seekers are eight:
// the bits of the participant's id, position, direction, and 1 where nothing is between the eyes and the companion.

/// The object behind a handle of a game.
private final class Game {
    var rule = HideAndSeek()

    static func of(_ handle: UnsafeMutableRawPointer) -> Game { Unmanaged<Game>.fromOpaque(handle).takeUnretainedValue() }
}

@_cdecl("dio_live_hide_new")
public func hideNew() -> UnsafeMutableRawPointer { Unmanaged.passRetained(Game()).toOpaque() }

@_cdecl("dio_live_hide_free")
public func hideFree(_ handle: UnsafeMutableRawPointer) { Unmanaged<Game>.fromOpaque(handle).release() }

/// 0 choosing, 1 walking, 2 hidden, 3 found.
@_cdecl("dio_live_hide_phase")
public func hidePhase(_ handle: UnsafeMutableRawPointer) -> Int32 {
    switch Game.of(handle).rule.phase {
    case .choosing: 0
    case .walking: 1
    case .hidden: 2
    case .found: 3
    }
}

/// 1 where the companion walks now.
@_cdecl("dio_live_hide_choose")
public func hideChoose(
    _ handle: UnsafeMutableRawPointer, spots: UnsafePointer<Float>, spotCount: Int, position: UnsafePointer<Float>,
    seekers: UnsafePointer<Float>, seekerCount: Int, now: Double
) -> Int32 {
    var list: [HideAndSeek.Spot] = []
    list.reserveCapacity(max(0, spotCount))
    for i in 0..<max(0, spotCount) {
        list.append(HideAndSeek.Spot(position: vector(spots + 4 * i), isVisible: spots[4 * i + 3] != 0))
    }
    let isWalking = Game.of(handle).rule.choose(
        list, from: vector(position), seekers: read(seekers, seekerCount), at: milliseconds(now))
    return isWalking ? 1 : 0
}

/// Writes the position of the walking companion, three floats. 1 while it walks.
@_cdecl("dio_live_hide_position")
public func hidePosition(_ handle: UnsafeMutableRawPointer, now: Double, answer: UnsafeMutablePointer<Float>) -> Int32 {
    guard let position = Game.of(handle).rule.position(at: milliseconds(now)) else { return 0 }
    for axis in 0..<3 { answer[axis] = position[axis] }
    return 1
}

/// The id of the participant who has found the companion just now; 0: nobody.
@_cdecl("dio_live_hide_advance")
public func hideAdvance(
    _ handle: UnsafeMutableRawPointer, position: UnsafePointer<Float>, seekers: UnsafePointer<Float>, seekerCount: Int, now: Double
) -> UInt32 {
    let found = Game.of(handle).rule.advance(
        position: vector(position), seekers: read(seekers, seekerCount), at: milliseconds(now))
    return found?.number ?? 0
}

private func read(_ values: UnsafePointer<Float>, _ count: Int) -> [HideAndSeek.Seeker] {
    var seekers: [HideAndSeek.Seeker] = []
    seekers.reserveCapacity(max(0, count))
    for i in 0..<max(0, count) {
        let p = values + 8 * i
        seekers.append(
            HideAndSeek.Seeker(
                id: ParticipantID(p[0].bitPattern), position: vector(p + 1), direction: vector(p + 4), isUnobstructed: p[7] != 0))
    }
    return seekers
}

import Live

// A recorded session. Its handle is that of a session: what is shown is read as of a running one, with times of the session clock.

/// A recording from its bytes; nil where it is damaged: `text`, which has room for 256 bytes, then has why, with a 0 at its end.
@_cdecl("dio_live_replay_new")
public func replayNew(_ bytes: UnsafePointer<UInt8>, count: Int, text: UnsafeMutablePointer<UInt8>) -> UnsafeMutableRawPointer? {
    do throws(LiveError) {
        let recording = try SessionRecording([UInt8](UnsafeBufferPointer(start: bytes, count: max(0, count))))
        return LiveSession(try SessionReplay(recording)).handle
    } catch {
        var length = 0
        for byte in error.description.utf8 where length < LiveSession.textRoom - 1 {
            text[length] = byte
            length += 1
        }
        text[length] = 0
        return nil
    }
}

/// When the recording begins, in milliseconds of the session clock.
@_cdecl("dio_live_replay_start")
public func replayStart(_ handle: UnsafeMutableRawPointer) -> Double { Double(LiveSession.of(handle).replay?.start ?? 0) }

/// When it ends, in milliseconds of the session clock.
@_cdecl("dio_live_replay_end")
public func replayEnd(_ handle: UnsafeMutableRawPointer) -> Double { Double(LiveSession.of(handle).replay?.end ?? 0) }

/// Shows what happened up to a time. Returns the number of events, which are in the block; −1 where a packet is damaged.
@_cdecl("dio_live_replay_advance")
public func replayAdvance(_ handle: UnsafeMutableRawPointer, time: Double) -> Int {
    let time = milliseconds(time)
    return LiveSession.of(handle).replay(at: time) { replay throws(LiveError) in try replay.advance(to: time) }
}

/// Goes to a time, forwards or backwards. Returns the number of effects that are running then, as events in the block; −1 where a
/// packet is damaged.
@_cdecl("dio_live_replay_seek")
public func replaySeek(_ handle: UnsafeMutableRawPointer, time: Double) -> Int {
    let time = milliseconds(time)
    return LiveSession.of(handle).replay(at: time) { replay throws(LiveError) in try replay.seek(to: time) }
}

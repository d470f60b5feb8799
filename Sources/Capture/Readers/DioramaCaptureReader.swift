import Foundation
import Geometry

/// Diorama's own capture folder (docs/captures.md), as `CaptureRecorder` and the phone client write it: `capture.json`, and a line
/// of `frames.jsonl` for each frame. Camera axes and world are Diorama's own.
enum DioramaCaptureReader: CaptureReader {
    static let kind = "Diorama capture"
    private static let framesName = DioramaCaptureManifest.framesName

    static func matchScore(_ folder: CaptureFolder) -> Double {
        // No other layout has the list of frames; the other name is common.
        folder.has(framesName) ? 1 : share(folder.has(DioramaCaptureManifest.fileName), false)
    }

    static func read(_ folder: CaptureFolder, options: CaptureOptions) throws(CaptureError) -> ListedFrames {
        for name in [DioramaCaptureManifest.fileName, framesName] where !folder.has(name) {
            throw CaptureError(folder.url, "\(name) is missing from this Diorama capture", remedy: "copy the whole folder")
        }
        let manifest = try DioramaCaptureManifest.read(folder.url.appendingPathComponent(DioramaCaptureManifest.fileName))
        let url = folder.url.appendingPathComponent(framesName)
        let (lines, isCutOff) = try lines(url)
        guard lines.contains(where: { $0.content != nil }) else {
            throw CaptureError(url, lines.isEmpty ? "this capture has no frames" : "none of its \(lines.count) lines can be read")
        }
        let size = manifest.color ?? manifest.depth
        let imageSize = size.flatMap { $0.width > 0 && $0.height > 0 ? ImageSize($0.width, $0.height) : nil }
        let given = try options.intrinsics.map { (k) throws(CaptureError) in try IntrinsicsFile.given(k, folder.url) }
        guard let some = given ?? lines.lazy.compactMap({ $0.content.flatMap { camera($0.intrinsics, imageSize) } }).first else {
            throw IntrinsicsFile.missing(folder)
        }
        let hasPoses = lines.contains { $0.content?.hasPose ?? false }

        var entries: [ListedFrames.Entry] = []
        for line in lines {
            let content = line.content
            let own = given ?? content.flatMap { camera($0.intrinsics, imageSize) }
            // A line that can't be read, or has no camera, spoils its own frame only.
            let framePose: FramePose =
                if let content, own != nil { pose(content, line: line.number, hasPoses: hasPoses) } else {
                    bad(line.number, content == nil ? "this is not a frame (damaged)" : "“intrinsics” are not a camera's")
                }
            var depthCamera: Pinhole?
            if given == nil { depthCamera = camera(content?.depthIntrinsics, nil) }
            entries.append(
                ListedFrames.Entry(
                    depth: try inside(content?.depth, line: line.number, of: url),
                    color: try inside(content?.color, line: line.number, of: url),
                    confidence: try inside(content?.confidence, line: line.number, of: url), timestamp: content?.time,
                    pose: framePose,
                    camera: own ?? some, depthCamera: depthCamera))
        }
        let withoutColor = entries.count { $0.color == nil }
        var notes = counts(
            ("frames with limited tracking", lines.count { $0.content?.tracking == TrackingState.limited.rawValue }),
            ("frames without a colour image", withoutColor < entries.count ? withoutColor : 0))
        if isCutOff { notes.append("the last line of \(framesName) is incomplete and left out: the recording was cut off") }
        if !isCutOff, manifest.frames == nil { notes.append("the recording was not finished: its last frames may be missing") }
        if let frames = manifest.frames, frames > lines.count {
            notes.append("frames that were recorded and are not in \(framesName): \(frames - lines.count)")
        }
        var frames = try ListedFrames(
            folder, entries, unitsPerMetre: manifest.depthUnitsPerMetre ?? 1000, options: options, notes: notes)
        let imagePlace = frames.details.place
        frames.details = manifest.details
        if frames.details.place == nil { frames.details.place = imagePlace }
        frames.hasPoses = hasPoses
        return frames
    }

    private struct Line {
        var number: Int
        /// Nil where it can't be read.
        var content: DioramaFrameLine?
    }

    /// The whole lines, and whether an incomplete one follows them: a line counts from its line feed on.
    private static func lines(_ url: URL) throws(CaptureError) -> (lines: [Line], isCutOff: Bool) {
        let decoder = JSONDecoder()
        var parts = try TextTable.read(url).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let last = parts.popLast()
        var lines: [Line] = []
        for (i, part) in parts.enumerated() where part.contains(where: { $0 > 32 }) {
            lines.append(Line(number: i + 1, content: try? decoder.decode(DioramaFrameLine.self, from: Data(part))))
        }
        return (lines, last.map { !$0.isEmpty } ?? false)
    }

    private static func camera(_ k: [Double]?, _ size: ImageSize?) -> Pinhole? {
        guard let k, k.count == 4 else { return nil }
        return Pinhole(fx: k[0], fy: k[1], cx: k[2], cy: k[3], size: size)
    }

    private static func pose(_ line: DioramaFrameLine, line number: Int, hasPoses: Bool) -> FramePose {
        guard hasPoses else { return .usable(.identity) }
        guard line.hasPose, let p = line.position, let q = line.rotation else { return bad(number, "the frame has no pose") }
        guard p.count == 3, q.count == 4 else { return bad(number, "“position” has 3 numbers and “rotation” 4") }
        return FramePose(
            quaternion: SIMD4(q[0], q[1], q[2], q[3]), translation: SIMD3(p[0], p[1], p[2]), camera: .openGL, world: .yUp,
            file: framesName, place: "line \(number)")
    }

    private static func bad(_ number: Int, _ problem: String) -> FramePose {
        .bad(file: framesName, problem: "line \(number): \(problem)")
    }

    private static func inside(_ path: String?, line number: Int, of url: URL) throws(CaptureError) -> String? {
        guard let path else { return nil }
        guard let inside = CaptureFolder.inside(path) else {
            throw CaptureError(url, "line \(number): “\(TextTable.shown(path))” is outside of the capture's folder")
        }
        return inside
    }
}

extension DioramaFrameLine {
    /// Whether the phone knew where it was.
    var hasPose: Bool { position != nil && rotation != nil && tracking != TrackingState.none.rawValue }
}

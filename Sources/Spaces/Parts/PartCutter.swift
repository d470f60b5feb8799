import Meshes
import Crypto
import Foundation
import ModelFormats
import Geometry
import DioramaLibrary
import Reconstruction
import Support

/// Makes the files of a part: the model inside a box, its levels of detail, the boundary loops inside, and a thumbnail.
struct PartCutter: Sendable {
    let box: Bounds

    /// - Parameters:
    ///   - model: the whole model's file, a GLB whatever its name.
    ///   - rims: the file of the whole model's boundary loops.
    ///   - folder: where the files are left.
    /// - Throws: `SpacesError` of kind `notPossible` where nothing is inside the box; `FormatError` where the model can't be read.
    func cut(_ model: URL, rims: URL?, into folder: URL, progress: ProgressReporter) throws -> SpacePart {
        let whole = try ModelFile.read(model, progress: progress.part(0...0.3))
        try progress.report(0.3, "Cutting out the part")
        guard let part = whole.part(inside: box) else {
            throw SpacesError.emptyPart
        }
        // Not the space's name: a file name travels farther than its page.
        var files = SpaceFiles(in: folder, name: "part")
        let cut = try SpaceModel(part)
        try files.add(cut, progress: progress.part(0.4...0.6))
        try files.addLevels(of: part, progress: progress.part(0.6...0.9))
        if let rims { try files.addRims(inside(try Self.lines(rims))) }
        try progress.report(0.9, "Drawing the thumbnail")
        try files.addThumbnail(of: cut)
        let kept = try files.assets.map { try Self.keep($0, in: folder) }
        let result = SpacePart(
            triangleCount: part.triangleCount, pointCount: part.positions.count, bounds: part.bounds,
            areaSquareMetres: part.mesh.map(Footprint.area), files: kept)
        try result.write(to: folder)
        try progress.report(1, "Done")
        return result
    }

    /// Gives a file its hash as its name.
    private static func keep(_ draft: AssetDraft, in folder: URL) throws -> SpacePart.File {
        let bytes = try Data(contentsOf: draft.file, options: .mappedIfSafe)
        guard let hash = AssetHash(SHA256.hash(data: bytes).map { String(format: "%02x", $0) }.joined()) else {
            throw SpacesError(.unwritable, "its hash isn't a valid file name", input: draft.fileName)
        }
        let target = folder.appendingPathComponent(hash.description)
        try? FileManager.default.removeItem(at: target)
        try FileManager.default.moveItem(at: draft.file, to: target)
        return SpacePart.File(
            hash: hash, kind: draft.kind, contentType: draft.contentType, byteCount: Int64(bytes.count),
            fileName: draft.fileName, level: draft.level, triangleCount: draft.triangleCount)
    }

    private struct RimsFile: Decodable { let rims: [[Float]] }

    /// The boundary loops of a file; none where it can't be read.
    private static func lines(_ file: URL) throws -> [[Vector3]] {
        guard let found = try? JSONDecoder().decode(RimsFile.self, from: Data(contentsOf: file)) else { return [] }
        return found.rims.map { line in
            stride(from: 0, to: line.count / 3 * 3, by: 3).map { Vector3(line[$0], line[$0 + 1], line[$0 + 2]) }
        }
    }

    /// The pieces of lines inside the box, cut at its sides.
    func inside(_ lines: [[Vector3]]) -> [[Vector3]] {
        var result: [[Vector3]] = []
        for line in lines {
            var current: [Vector3] = []
            for (a, b) in zip(line, line.dropFirst()) {
                guard let piece = inside(a, b) else {
                    if current.count > 1 { result.append(current) }
                    current = []
                    continue
                }
                if current.last != piece.start {
                    if current.count > 1 { result.append(current) }
                    current = [piece.start]
                }
                current.append(piece.end)
            }
            if current.count > 1 { result.append(current) }
        }
        return result
    }

    /// The piece of a segment in the box (Liang and Barsky 1984); nil where there is none.
    private func inside(_ a: Vector3, _ b: Vector3) -> (start: Vector3, end: Vector3)? {
        guard a.isFinite, b.isFinite else { return nil }
        var from: Float = 0
        var to: Float = 1
        let direction = b - a
        for axis in 0..<3 {
            if direction[axis] == 0 {
                if a[axis] < box.min[axis] || a[axis] > box.max[axis] { return nil }
                continue
            }
            let s = (box.min[axis] - a[axis]) / direction[axis]
            let t = (box.max[axis] - a[axis]) / direction[axis]
            from = max(from, min(s, t))
            to = min(to, max(s, t))
        }
        guard from < to else { return nil }
        func at(_ share: Float) -> Vector3 {
            let p = share == 0 ? a : share == 1 ? b : a + direction * share
            return p.lanewiseMax(box.min).lanewiseMin(box.max)
        }
        return (at(from), at(to))
    }
}

import Foundation
import Geometry

/// What a capture's files don't contain, given by the user.
public struct CaptureOptions: Sendable {
    /// The colour images' camera (the depth images' where there are no others); it replaces the capture's own.
    /// A width or height of 0 means the images' own size.
    public var intrinsics: CameraIntrinsics?
    /// How many steps of the depth images' codes make a metre: 1000 for millimetres. It replaces the layout's own.
    public var depthUnitsPerMetre: Double?

    /// Options; what is nil is taken from the capture's files.
    public init(intrinsics: CameraIntrinsics? = nil, depthUnitsPerMetre: Double? = nil) {
        self.intrinsics = intrinsics
        self.depthUnitsPerMetre = depthUnitsPerMetre
    }

    /// The given depth units, or else the layout's own.
    /// - Throws: `CaptureError` where they make no sense.
    func unitsPerMetre(of capture: URL, otherwise own: Double) throws(CaptureError) -> Double {
        let units = depthUnitsPerMetre ?? own
        guard units >= 0.1, units <= 1e9 else {
            throw CaptureError(capture, "\(units) depth units per metre make no sense", remedy: "give 1000 for millimetres")
        }
        return units
    }
}

extension Capture {
    /// Opens a capture of any layout in `docs/captures.md`: a folder, or one file where the layout is one
    /// (`CaptureReaders.fileExtensions`). The format is detected automatically. A folder that is not a capture itself but contains
    /// exactly one, as unpacked archives often do, opens that one.
    ///
    /// Only text files, folder listings and an image's header are read here; images are read frame by frame.
    /// - Throws: `CaptureError` where the folder is missing, empty, of no known layout, or lacks what its layout needs.
    public static func open(_ url: URL, options: CaptureOptions = CaptureOptions()) throws(CaptureError) -> Capture {
        if let reader = CaptureReaders.reader(ofFile: url) {
            let frames = try reader.read(file: url, options: options)
            return Capture(name: url.deletingPathExtension().lastPathComponent, kind: reader.kind, source: frames)
        }
        let (found, reader) = try CaptureReaders.find(url)
        let frames = try reader.read(found, options: options)
        return Capture(name: found.url.standardizedFileURL.lastPathComponent, kind: reader.kind, source: frames)
    }
}

/// All readers of capture layouts.
public enum CaptureReaders {
    /// The readers; where several layouts match a folder equally, the first of them reads it.
    static let all: [any CaptureReader.Type] = [
        StrayScannerReader.self, Record3DReader.self, Record3DEXRReader.self, PolycamReader.self, ScannerAppReader.self,
        TransformsReader.self, PosedFolderReader.self, SevenScenesReader.self, TUMReader.self, Open3DReader.self,
        DioramaCaptureReader.self, ARKitScenesReader.self, COLMAPReader.self,
    ]

    /// The readers of captures that are one file.
    private static let ofFiles: [any CaptureFileReader.Type] = [Record3DReader.self]

    /// The file extensions of captures that are one file, without the dot: "r3d".
    public static let fileExtensions: [String] = ofFiles.map { $0.fileExtension }

    /// The layout that a folder or file is recognised as ("TUM RGB-D", …); nil where it is none.
    public static func recognise(_ url: URL) -> String? { reader(ofFile: url)?.kind ?? (try? find(url).reader.kind) }

    /// The reader of a capture that is one file, by its file extension; nil where `url` is a folder or has another extension.
    static func reader(ofFile url: URL) -> (any CaptureFileReader.Type)? {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder.boolValue else { return nil }
        return ofFiles.first { $0.fileExtension == url.pathExtension.lowercased() }
    }

    /// Maximum number of nested folders that contain only another folder.
    private static let depthLimit = 4

    static func find(_ url: URL) throws(CaptureError) -> (folder: CaptureFolder, reader: any CaptureReader.Type) {
        var folder = try CaptureFolder(url)
        for _ in 0...depthLimit {
            if let reader = reader(of: folder) { return (folder, reader) }
            let inner = folder.subfolders()
            let captures = inner.filter { reader(of: $0) != nil }
            if captures.count > 1 {
                throw CaptureError(
                    url, "this folder holds \(captures.count) captures, not one",
                    remedy: "open one of them, such as \(captures[0].url.lastPathComponent)")
            }
            guard let next = captures.first ?? (inner.count == 1 ? inner[0] : nil) else { break }
            folder = next
        }
        if folder.names.isEmpty { throw CaptureError(folder.url, "the folder is empty") }
        throw CaptureError(
            url, "unrecognized capture format (known: \(all.map { $0.kind }.joined(separator: ", ")))",
            remedy: "open the folder that holds a capture's images and poses")
    }

    /// The reader with the highest match score, at least one half; the first of equals.
    private static func reader(of folder: CaptureFolder) -> (any CaptureReader.Type)? {
        var best: (reader: any CaptureReader.Type, matchScore: Double)?
        for reader in all {
            let matchScore = reader.matchScore(folder)
            if matchScore >= 0.5, matchScore > best?.matchScore ?? 0 { best = (reader, matchScore) }
        }
        return best?.reader
    }
}

import Codecs
import Foundation
import Geometry
import Models
import Support

/// Reading and writing of model files in all supported formats.
public enum ModelFile {
    /// Reads a model. The format is detected by the file's content, then by its extension.
    ///
    /// Coordinates are converted to metres, y up, and colours to linear RGB. The model's `notes` list what was not imported.
    /// - Throws: an error that names the file and the problem; `.cancelled` if the task was cancelled.
    public static func read(_ url: URL, progress: ProgressReporter = .silent) throws(FormatError) -> Model {
        do throws(FormatError) {
            let source = try RandomAccessFile(url)
            defer { withExtendedLifetime(source) {} }
            let format = try detect(source, url)
            var model = try read(source, format: format, folder: url.deletingLastPathComponent(), progress: progress)
            if !format.fileExtensions.contains(url.pathExtension.lowercased()) {
                model.notes.insert("The file extension is wrong: the content is \(format.rawValue.uppercased()).", at: 0)
            }
            return model
        } catch {
            throw error.at(url.path)
        }
    }

    /// Reads piece by piece where the format's reader can, else all bytes at once.
    private static func read(
        _ source: RandomAccessFile, format: ModelFormat, folder: URL, progress: ProgressReporter
    ) throws(FormatError) -> Model {
        switch format {
        case .ply: try PLY.read(source, progress: progress)
        case .obj: try OBJ.read(source, folder: folder, progress: progress)
        case .stl: try STL.read(source, progress: progress)
        case .glb: try GLB.read(source.all(), progress: progress)
        case .gltf: try GLTF.read(source.all(), folder: folder, progress: progress)
        case .fbx: try FBX.read(source.all(), folder: folder, progress: progress)
        case .dae: try DAE.read(source, folder: folder, progress: progress)
        case .splat: try DotSplat.read(source.all(), progress: progress)
        case .spz: try SPZ.read(source.all(), progress: progress)
        case .usdz: try USDZ.read(source.all(), progress: progress)
        case .las, .laz: try LAS.read(source, progress: progress)
        case .e57: try E57.read(source.all(), progress: progress)
        case .pts: try PTS.read(source, progress: progress)
        case .pcd: try PCD.read(source, progress: progress)
        case .xyz: try XYZ.read(source, progress: progress)
        case .threeMF, .threeDS, .x3d, .off, .dxf:
            try SceneFile.read(source.all(), format: format, folder: folder, progress: progress)
                .flattened(budget: Scene.flatteningBudget(bytes: 4 * source.count))
        }
    }

    /// The format by the first bytes, the size and the file extension.
    private static func detect(_ source: RandomAccessFile, _ url: URL) throws(FormatError) -> ModelFormat {
        guard source.count > 0 else { throw .unreadable("is empty") }
        let fileExtension = url.pathExtension.lowercased()
        return try source.withHead(1 << 16) { (head) throws(FormatError) in
            try ModelFormat.detect(head, size: source.count, fileExtension: fileExtension)
        }
    }

    /// Writes a model atomically, in the format of the file extension.
    ///
    /// The same model gives the same bytes.
    /// - Parameters:
    ///   - model: what is written.
    ///   - markers: points with words to them; USDZ holds them.
    ///   - url: the file to write; its extension selects the format.
    ///   - options: unit, axes and compression.
    ///   - progress: receives the progress.
    /// - Returns: what the format could not hold.
    /// - Throws: if the extension is unknown, the model does not fit the format, or the file cannot be written; `.cancelled` if
    ///   the task was cancelled. An existing file is then left unchanged.
    @discardableResult
    public static func write(
        _ model: Model, markers: [Marker] = [], to url: URL, options: WriteOptions = WriteOptions(),
        progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        do throws(FormatError) {
            let format = try format(of: url)
            var losses = try write(model, markers: markers, format: format, to: url, options: options, progress: progress)
            if !markers.isEmpty, format != .usdz {
                losses.append(Loss(.names, "\(format.rawValue) can't store markers; usdz can."))
            }
            if let loss = model.attributeLoss(format) { losses.append(loss) }
            if !model.images.isEmpty, format != .e57 {
                let images = Text.count(model.images.count, "image")
                losses.append(Loss(.cameras, "\(format.rawValue) can't store the \(images) of scans with their cameras; e57 can."))
            }
            if model.crs == nil || format.holdsCRS { return losses }
            return losses + [
                Loss(.crs, "\(format.rawValue) can't store a coordinate reference system; las, laz, e57, glb and gltf can.")
            ]
        } catch {
            throw error.at(url.path)
        }
    }

    private static func write(
        _ model: Model, markers: [Marker], format: ModelFormat, to url: URL, options: WriteOptions,
        progress: ProgressReporter
    ) throws(FormatError) -> [Loss] {
        switch format {
        case .ply: try PLY.write(model, to: url, options: options, progress: progress)
        case .obj: try OBJ.write(model, to: url, options: options, progress: progress)
        case .stl: try STL.write(model, to: url, options: options, progress: progress)
        case .glb: try GLB.write(model, to: url, options: options, progress: progress)
        case .usdz: try USDZ.write(model, markers: markers, to: url, options: options, progress: progress)
        case .gltf: try GLTF.write(model, to: url, options: options, progress: progress)
        case .fbx: try FBX.write(model, to: url, options: options, progress: progress)
        case .dae: try DAE.write(model, to: url, options: options, progress: progress)
        case .splat: try DotSplat.write(model, to: url, options: options, progress: progress)
        case .spz: try SPZ.write(model, to: url, options: options, progress: progress)
        case .las: try LAS.write(model, to: url, compressed: false, options: options, progress: progress)
        case .laz: try LAS.write(model, to: url, compressed: true, options: options, progress: progress)
        case .e57: try E57.write(model, to: url, options: options, progress: progress)
        case .pts: try PTS.write(model, to: url, options: options, progress: progress)
        case .pcd: try PCD.write(model, to: url, options: options, progress: progress)
        case .xyz: try XYZ.write(model, to: url, options: options, progress: progress)
        case .threeMF, .threeDS, .x3d, .off, .dxf: throw .unwritable(format.notWritten)
        }
    }

    /// The format of a file: by its content, then by its extension.
    /// - Throws: an error that names the file and the problem.
    public static func detect(_ url: URL) throws(FormatError) -> ModelFormat {
        do throws(FormatError) {
            let source = try RandomAccessFile(url)
            return try detect(source, url)
        } catch {
            throw error.at(url.path)
        }
    }

    /// The format that a file with this extension is written in; check it before long work.
    /// - Throws: if the extension is not supported; the error lists those that are.
    public static func format(of url: URL) throws(FormatError) -> ModelFormat {
        let fileExtension = url.pathExtension.lowercased()
        guard let format = ModelFormat(rawValue: fileExtension) else {
            let what =
                fileExtension.isEmpty ? "the name has no file extension" : "‘.\(fileExtension)’ is not a format that is written"
            throw FormatError(.unwritable, "\(what); choose one of \(ModelFormat.writtenList)", path: url.path)
        }
        guard format.isWritten else { throw FormatError(.unwritable, format.notWritten, path: url.path) }
        return format
    }
}

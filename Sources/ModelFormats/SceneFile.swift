import Codecs
import Foundation
import Models
import Support

/// Reading and writing of model files as whole scenes, in all supported formats.
public enum SceneFile {
    /// Reads a scene. The format is detected by the file's content, then by its extension. Formats that hold one surface or cloud
    /// give a scene with one node; splats give their centres.
    /// - Throws: an error that names the file and the problem; `.cancelled` if the task was cancelled.
    public static func read(_ url: URL, progress: ProgressReporter = .silent) throws(FormatError) -> Scene {
        let format = try ModelFile.detect(url)
        guard format.isScene else {
            return try Scene(try ModelFile.read(url, progress: progress), name: url.deletingPathExtension().lastPathComponent)
        }
        do throws(FormatError) {
            let file = try FileBytes(url)
            defer { withExtendedLifetime(file) {} }
            var scene = try read(file.bytes, format: format, folder: url.deletingLastPathComponent(), progress: progress)
            if scene.name == nil { scene.name = url.deletingPathExtension().lastPathComponent }
            if !format.fileExtensions.contains(url.pathExtension.lowercased()) {
                scene.notes.insert("The file extension is wrong: the content is \(format.rawValue.uppercased()).", at: 0)
            }
            return scene
        } catch {
            throw error.at(url.path)
        }
    }

    /// Whether a file is read as a whole scene; false for formats of one surface or cloud, and for Gaussian splats.
    /// - Throws: an error that names the file and the problem.
    public static func isScene(_ url: URL) throws(FormatError) -> Bool {
        let format = try ModelFile.detect(url)
        guard format == .glb || format == .gltf else { return format.isScene }
        do throws(FormatError) {
            let file = try FileBytes(url)
            defer { withExtendedLifetime(file) {} }
            return try !(format == .glb ? GLB.holdsSplats(file.bytes) : GLTF.holdsSplats(file.bytes))
        } catch {
            throw error.at(url.path)
        }
    }

    static func read(
        _ bytes: UnsafeRawBufferPointer, format: ModelFormat, folder: URL, progress: ProgressReporter
    ) throws(FormatError) -> Scene {
        switch format {
        case .glb: try GLB.readScene(bytes, progress: progress)
        case .gltf: try GLTF.readScene(bytes, folder: folder, progress: progress)
        case .obj: try OBJ.readScene(bytes, folder: folder, progress: progress)
        case .dae: try DAE.readScene(bytes, folder: folder, progress: progress)
        case .stl: try STL.readScene(bytes, progress: progress)
        case .usdz: try USDZ.readScene(bytes, progress: progress)
        case .threeMF: try ThreeMF.readScene(bytes, progress: progress)
        case .threeDS: try ThreeDS.readScene(bytes, folder: folder, progress: progress)
        case .x3d: try X3D.readScene(bytes, folder: folder, progress: progress)
        case .off: try OFF.readScene(bytes, progress: progress)
        case .dxf: try DXFModel.readScene(bytes, progress: progress)
        case .fbx: try FBX.readScene(bytes, folder: folder, progress: progress)
        default: throw .unreadable("is not a format of scenes")
        }
    }

    /// Writes a scene atomically, in the format of the file extension. The same scene gives the same bytes.
    /// - Returns: what the format could not hold.
    /// - Throws: if the extension is unknown, the scene does not fit the format, or the file cannot be written; `.cancelled` if the
    ///   task was cancelled. An existing file is then left unchanged.
    @discardableResult
    public static func write(
        _ scene: Scene, to url: URL, options: WriteOptions = WriteOptions(), progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        let format = try ModelFile.format(of: url)
        if let flaw = scene.flaw { throw FormatError(.unwritable, "the scene is damaged: \(flaw)", path: url.path) }
        guard format.isScene else {
            // What the flat model loses of the same features is in the scene's losses already.
            let losses = scene.losses(in: format)
            let model: Model
            do throws(FormatError) {
                model = try scene.flattened()
            } catch {
                throw FormatError(.unwritable, "the scene \(error.reason)", path: url.path)
            }
            let told = Set(losses.map(\.kind))
            let isBaked = model.notes.contains(BaseColors.sampled) && !told.contains(.texture)
            let isCut = model.notes.contains(Scene.invisibleFacesOmitted)
            let flattening =
                (isBaked ? [Loss(.texture, BaseColors.sampled)] : []) + (isCut ? [Loss(.shape, Scene.invisibleFacesOmitted)] : [])
            let more = try ModelFile.write(model, to: url, options: options, progress: progress)
            return losses + flattening + more.filter { !told.contains($0.kind) }
        }
        do throws(FormatError) {
            switch format {
            case .glb: return try GLB.write(scene, to: url, options: options, progress: progress)
            case .gltf: return try GLTF.write(scene, to: url, options: options, progress: progress)
            case .obj: return try OBJ.write(scene, to: url, options: options, progress: progress)
            case .dae: return try DAE.write(scene, to: url, options: options, progress: progress)
            case .usdz: return try USDZ.write(scene, to: url, options: options, progress: progress)
            case .fbx: return try FBX.write(scene, to: url, options: options, progress: progress)
            default: return try STL.write(scene, to: url, options: options, progress: progress)
            }
        } catch {
            throw error.at(url.path)
        }
    }
}

extension ModelFormat {
    /// Whether files of the format are read, and written where they are, as whole scenes rather than as one surface or cloud.
    public var isScene: Bool { [.glb, .gltf, .obj, .dae, .stl, .usdz, .fbx].contains(self) || !isWritten }

    /// Why it is not written, and what to write instead.
    var notWritten: String { "\(rawValue.uppercased()) files are read, not written; choose one of \(ModelFormat.writtenList)" }
}

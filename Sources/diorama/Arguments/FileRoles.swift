import Foundation
import ModelFormats
import Photogrammetry
import PlanFormats

/// What a file is, by its extension: a command that can't use it says so, and names the command that can.
enum FileRole: Equatable {
    case model(ModelFormat)
    /// A plan as JSON, or RoomPlan's JSON.
    case json
    /// A format that plans are written to but not read from.
    case drawing(PlanFormat)
    case revit
    case video
    case image
    case unknown

    /// What a file is that is read or, with `isOutput`, written: a DXF is read as a model and written as a plan.
    init(_ file: URL, isOutput: Bool = false) {
        let name = file.pathExtension.lowercased()
        if isOutput, let format = PlanFormat(rawValue: name), format == .dxf {
            self = .drawing(format)
        } else if let format = ModelFormat(rawValue: name) {
            self = .model(format)
        } else if ["mp4", "mov", "m4v", "mkv", "webm", "avi"].contains(name) {
            self = .video
        } else if ["png", "jpg", "jpeg", "heic", "webp"].contains(name) {
            self = .image
        } else if name == "json" {
            self = .json
        } else if name == "rvt" {
            self = .revit
        } else if let format = PlanFormat(rawValue: name) {
            self = .drawing(format)
        } else {
            self = .unknown
        }
    }
}

/// Refuses files that another command handles, before the modules below look into them.
enum FileRoles {
    /// An input that is to be a model, a capture or a plan.
    /// - Throws: `CommandFailure` where it is a file that no command reads.
    static func checkInput(_ path: String) throws {
        let file = URL(fileURLWithPath: path)
        guard !isFolder(file) else { return }
        switch FileRole(file) {
        case .drawing(let format):
            throw CommandFailure(
                "\(path): \(format.rawValue.uppercased()) files are written, not read; give the scan, RoomPlan's JSON, "
                    + "or the plan as JSON"
            )
        case .revit:
            throw CommandFailure("\(path): only Revit reads rvt; export a model format (\(ModelFormat.list)) from Revit")
        case .image:
            throw CommandFailure("\(path): one photo shows no depth; give the folder that holds all photos of the place")
        case .video where !PhotoSource.isVideo(file):
            throw CommandFailure(
                "\(path): videos are read as \(PhotoSource.videoExtensions.joined(separator: ", ")); convert it with ffmpeg")
        case .video, .model, .json, .unknown: return
        }
    }

    /// An input that is to be a capture.
    /// - Throws: `CommandFailure` where it is another file.
    static func checkCapture(_ path: String) throws {
        try checkInput(path)
        let file = URL(fileURLWithPath: path)
        guard !isFolder(file) else { return }
        switch FileRole(file) {
        case .model:
            throw CommandFailure(
                "\(path): a model, not a capture; 'diorama convert' changes its format, 'diorama open' shows it in the browser")
        case .json:
            throw CommandFailure(
                "\(path): a file, not a capture; give the folder of the capture, or draw a plan with 'diorama plan'")
        default: return
        }
    }

    /// A model to be written from `input`.
    /// - Throws: `CommandFailure` where the extension is that of a plan.
    static func checkModelOutput(_ output: String, of input: String) throws {
        switch FileRole(URL(fileURLWithPath: output), isOutput: true) {
        case .drawing, .json:
            throw CommandFailure("\(output): a floor plan, not a model; draw it with 'diorama plan \(input) --output \(output)'")
        case .revit: throw revit(output, plan: "diorama plan \(input) --output plan.json")
        case .model, .video, .image, .unknown: return
        }
    }

    /// A plan to be written from `input`.
    /// - Throws: `CommandFailure` where the extension is that of a model, a video or Revit.
    static func checkPlanOutput(_ output: String, of input: String) throws {
        let isPlan = FileRole(URL(fileURLWithPath: input)) == .json
        switch FileRole(URL(fileURLWithPath: output), isOutput: true) {
        case .revit: throw revit(output, plan: isPlan ? nil : "diorama plan \(input) --output plan.json")
        case .model, .video:
            let remedy = isPlan ? "" : "; 'diorama convert \(input) \(output)' writes models and videos"
            throw CommandFailure("\(output): a plan is written as \(PlanFormat.list)\(remedy)")
        case .json, .drawing, .image, .unknown: return
        }
    }

    private static func revit(_ output: String, plan: String?) -> CommandFailure {
        let bundle = "diorama convert plan.json plan.zip --format revit"
        let commands = [plan, bundle].compactMap { $0.map { "'\($0)'" } }.joined(separator: ", then ")
        return CommandFailure("\(output): only Revit writes rvt; \(commands) packs ifc, dxf and e57, which Revit imports")
    }

    private static func isFolder(_ file: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder) && isFolder.boolValue
    }
}

import Codecs
import Crypto
import Foundation
import ModelFormats
import Reconstruction
import Spaces
import Splats
import Support

/// What a job's process does: it verifies and unpacks the uploaded file, reconstructs it, and writes the results' files.
public struct ScanProcessing: Sendable {
    /// What the worker asks for: the file `task.json` of the job's folder.
    public struct Task: Sendable, Codable {
        /// What is made.
        public var request: ScanJobRequest
        /// The uploaded file in the job's folder.
        public var input: String
        /// The hash that the client announced, as hexadecimal digits; nil where it announced none.
        public var sha256: String?
        /// What the process may use.
        public var limits: ProcessLimits
        /// Where splats are trained.
        public var splatDevice: SplatDevice
        /// Bytes that the file may unpack to.
        public var maxUnpackedBytes: Int64
        /// Square metres of floor that the tier includes; nil is without limit.
        public var maxArea: Double?
    }

    /// A line that the process prints.
    public struct Message: Sendable, Codable {
        /// 0…1, of a progress line.
        public var progress: Double?
        /// What is being done, of a progress line.
        public var stage: String?
        /// The files, of the last line.
        public var files: [File]?
        /// A sentence each, of the last line.
        public var notes: [String]?
        /// Square metres of floor, of the last line.
        public var area: Double?

        /// A progress line, or the last line.
        public init(
            progress: Double? = nil, stage: String? = nil, files: [File]? = nil, notes: [String]? = nil, area: Double? = nil
        ) {
            self.progress = progress
            self.stage = stage
            self.files = files
            self.notes = notes
            self.area = area
        }
    }

    /// One written file.
    public struct File: Sendable, Codable {
        /// The format.
        public var format: String
        /// Its path in the job's folder.
        public var path: String
    }

    /// The name of the task's file.
    public static let taskFile = "task.json"

    private let folder: URL
    private let task: Task

    /// Reads the task of a job's folder.
    /// - Throws: `ServiceError` where it can't be read.
    public init(folder: URL) throws {
        self.folder = folder
        do {
            task = try JSONDecoder().decode(
                Task.self, from: Data(contentsOf: folder.appendingPathComponent(Self.taskFile)))
        } catch {
            throw ServiceError(.invalidInput, "\(folder.path) has no readable \(Self.taskFile); only 'diorama worker' starts jobs")
        }
    }

    /// What the process may use.
    public var limits: ProcessLimits { task.limits }

    /// Does the work.
    /// - Returns: the last line.
    /// - Throws: `ServiceError` of kind `invalidInput` where the uploaded file is at fault; the errors of the use cases.
    public func run(progress: ProgressReporter) throws -> Message {
        let input = folder.appendingPathComponent(task.input)
        if let expected = task.sha256 { try verify(input, is: expected, progress: progress.part(0...0.02)) }
        let source = try unpack(input, progress: progress.part(0.02...0.1))
        let results = folder.appendingPathComponent("results", isDirectory: true)
        try FileManager.default.createDirectory(at: results, withIntermediateDirectories: true)
        var message = Message(files: [], notes: [])
        let split = task.request.makesSurface ? (task.request.makesSplats ? 0.5 : 1) : 0.1
        if task.request.makesSurface {
            try reconstruct(source, into: results, &message, progress: progress.part(0.1...split))
        }
        if task.request.makesSplats {
            try trainSplats(source, into: results, &message, progress: progress.part(split...1))
        }
        return message
    }

    private func verify(_ file: URL, is expected: String, progress: ProgressReporter) throws {
        try progress.report(0, "Verifying")
        let handle = try FileHandle(forReadingFrom: file)
        var hash = SHA256()
        while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty { hash.update(data: piece) }
        guard hash.finalize().map({ String(format: "%02x", $0) }).joined() == expected else {
            throw ServiceError(.invalidInput, "the uploaded file's SHA-256 is not the announced one; upload it again")
        }
    }

    /// The capture's folder or file.
    private func unpack(_ input: URL, progress: ProgressReporter) throws -> URL {
        let handle = try FileHandle(forReadingFrom: input)
        let head = try handle.read(upToCount: UploadedFileType.headBytes) ?? Data()
        guard let type = UploadedFileType(head: head) else {
            throw ServiceError(.invalidInput, "the uploaded file is none of \(UploadedFileType.list)")
        }
        // Readers go by the extension.
        let named = folder.appendingPathComponent("upload.\(type.rawValue)")
        try FileManager.default.moveItem(at: input, to: named)
        if type == .video { return named }
        let unpacked = folder.appendingPathComponent("unpacked", isDirectory: true)
        try FileManager.default.createDirectory(at: unpacked, withIntermediateDirectories: false)
        var limits = ArchiveLimits()
        limits.unpackedBytes = task.maxUnpackedBytes
        let capture: URL
        do {
            capture = try ArchiveUnpacker(limits: limits).unpack(named, into: unpacked, progress: progress)
        } catch let error as SpacesError where error.kind == .invalidInput {
            throw ServiceError(.invalidInput, "the uploaded archive: \(error.description)")
        }
        try FileManager.default.removeItem(at: named)
        return capture
    }

    private func reconstruct(
        _ source: URL, into results: URL, _ message: inout Message, progress: ProgressReporter
    ) throws {
        let options = try task.request.options()
        let workspace = folder.appendingPathComponent("photos", isDirectory: true)
        let opening = CaptureOpening(cutsObject: options.cutsObject)
        let opened = try opening.open(source, workspace: workspace, progress: progress.part(0...0.4))
        let formats = task.request.outputFormats.filter { !ScanJobRequest.splatFormats.contains($0) }
        let model = folder.appendingPathComponent("model.glb")
        let work = CaptureReconstruction(captures: [opened], options: options, target: model)
        let result = try work.run(progress: opened.photos == nil ? progress.part(0...0.85) : progress.part(0.4...0.85))
        if let limit = task.maxArea, result.area > limit {
            throw ServiceError(
                .invalidInput,
                "the scan has \(Int(result.area)) m² of floor, and the tier includes \(Int(limit)) m²; change the tier")
        }
        message.area = result.area
        message.notes? += result.notes
        for (index, format) in formats.enumerated() {
            let part = progress.part(0.85 + 0.15 * Double(index) / Double(formats.count)...1)
            try part.report(0, "Writing \(format)")
            let file = try write(model, as: format, into: results, &message)
            message.files?.append(File(format: format, path: file))
        }
    }

    /// - Returns: the path in the job's folder. Formats of several files are packed as zip.
    private func write(_ model: URL, as format: String, into results: URL, _ message: inout Message) throws -> String {
        if format == "glb" {
            let target = results.appendingPathComponent("model.glb")
            if !FileManager.default.fileExists(atPath: target.path) { try FileManager.default.linkItem(at: model, to: target) }
            return "results/model.glb"
        }
        let own = folder.appendingPathComponent("as-\(format)", isDirectory: true)
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: false)
        let written = try ModelConversion(source: model, target: own.appendingPathComponent("model.\(format)"))
            .run(progress: .silent)
        message.notes? += written.losses.map { "\(format): \($0.sentence)" }
        let names = try FileManager.default.contentsOfDirectory(atPath: own.path)
        if names == ["model.\(format)"] {
            try FileManager.default.moveItem(
                at: own.appendingPathComponent(names[0]), to: results.appendingPathComponent(names[0]))
            return "results/model.\(format)"
        }
        try ZipFolder.write(own, to: results.appendingPathComponent("model.\(format).zip"), progress: .silent)
        return "results/model.\(format).zip"
    }

    private func trainSplats(
        _ source: URL, into results: URL, _ message: inout Message, progress: ProgressReporter
    ) throws {
        var formats = task.request.outputFormats.filter { ScanJobRequest.splatFormats.contains($0) }
        if formats.isEmpty { formats = ["spz"] }
        var options = SplatTrainingOptions.usual
        options.device = task.splatDevice
        if task.request.quality == "preview" { options.iterations = 500 }
        let first = results.appendingPathComponent("splats.\(formats[0])")
        let training = SplatTraining(opening: CaptureOpening(), options: options, target: first)
        let result = try training.run(source, progress: progress)
        message.notes? += result.notes
        for format in formats {
            let target = results.appendingPathComponent("splats.\(format)")
            if target != first { _ = try ModelFile.write(Model(result.training.cloud), to: target) }
            message.files?.append(File(format: format, path: "results/splats.\(format)"))
        }
    }
}

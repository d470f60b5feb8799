import Meshes
import ModelFormats
import Foundation
import Reconstruction
import Rendering
import Support

/// One model file made into another, a picture or a video.
struct ModelConversion: Sendable {
    let source: URL
    let target: URL
    var simplify: Int?
    var fillsHoles: Bool
    var writing: WritingArguments
    var plan: PlanArguments
    var picture: PictureArguments

    private var isImage: Bool { target.pathExtension.lowercased() == "png" }

    /// - Throws: where the target can't be written, before anything is read.
    func checkTarget() throws {
        if Video.isVideo(target) || isImage {
            try checkFolder(of: target)
        } else {
            try diorama.checkTarget(target)
        }
    }

    func run(_ reporter: ProgressReporter) throws -> ConversionReport {
        var report = ConversionReport(input: source.path, output: target.path)
        var model = try ModelFile.read(source, progress: reporter.part(0...0.4))
        if fillsHoles { try fillHoles(&model, reporter) }
        if let simplify { report.simplified = try Self.simplify(&model, to: simplify, reporter) }
        report.readerNotes = model.notes
        let writer = reporter.part(0.5...1)
        if Video.isVideo(target) {
            try picture.video(of: model, to: target, progress: writer)
            report.losses = [Loss(.shape, "A video shows the model; its shape is not in it.")]
        } else if isImage {
            try picture.view(of: model, scale: plan.scale, dpi: plan.dpi, to: target)
            report.losses = [Loss(.shape, "A picture shows the model; its shape is not in it.")]
        } else {
            report.losses = try ModelFile.write(model, to: target, options: writing.options, progress: writer)
        }
        try reporter.report(1, "Done")
        report.count(model)
        return report
    }

    private func fillHoles(_ model: inout Model, _ reporter: ProgressReporter) throws {
        guard var mesh = model.mesh else {
            throw ReconstructionError.nothingSeen("only a surface has holes to fill; leave --fill-holes out")
        }
        try reporter.report(0.42, "Closing the surface")
        let hadTexture = model.texture != nil
        let filled = HoleFilling.close(&mesh)
        model.shape = .mesh(mesh)
        if hadTexture, mesh.textureCoordinates.isEmpty { model.texture = nil }
        model.notes.append(
            "\(filled.patches.count) holes were closed with \(String(format: "%.2f", filled.area)) m² that nobody saw"
                + (hadTexture && model.texture == nil ? "; the texture did not survive it." : "."))
    }

    private static func simplify(_ model: inout Model, to count: Int, _ reporter: ProgressReporter) throws
        -> ConversionReport.Simplified
    {
        guard let mesh = model.mesh else {
            throw ReconstructionError.nothingSeen("only a surface has triangles to simplify; leave --simplify out")
        }
        try reporter.report(0.45, "Simplifying")
        let result = try Simplification.simplify(mesh, toTriangles: count)
        model.shape = .mesh(result.mesh)
        let after = result.mesh.triangleCount
        if mesh.triangleCount <= count {
            model.notes.append("It had no more than \(count) triangles and stays as it is.")
        } else if after > count + count / 8 {
            model.notes.append("\(after) triangles were left: fewer would change how its parts hang together.")
        }
        if result.joinedVertices {
            model.notes.append("Vertices at one place were joined; hard edges and sharp borders of colours became soft.")
        }
        return .init(trianglesBefore: mesh.triangleCount, trianglesAfter: after, errorMetres: Double(result.error))
    }
}

/// What `convert` tells.
struct ConversionReport: Encodable, Sendable {
    struct Simplified: Encodable, Sendable {
        var trianglesBefore: Int
        var trianglesAfter: Int
        /// How far the surface moved at the worst place, as estimated while simplifying.
        var errorMetres: Double
    }

    var input: String
    var output: String
    var triangles = 0
    /// Vertices of a surface, points, or splats.
    var points = 0
    var bytes: Int64 = 0
    var seconds = 0.0
    var simplified: Simplified?
    /// What the format that was written could not hold.
    var losses: [Loss] = []
    /// What the reader did not keep.
    var readerNotes: [String] = []
    /// In words, where it is neither triangles nor points.
    var what: String?

    init(input: String, output: String) { (self.input, self.output) = (input, output) }

    mutating func count(_ model: Model) {
        triangles = model.triangleCount
        switch model.shape {
        case .mesh(let mesh): points = mesh.positions.count
        case .cloud(let cloud): points = cloud.positions.count
        case .splats(let splats): points = splats.positions.count
        }
    }

    private enum Key: String, CodingKey { case input, output, triangles, points, bytes, seconds, notes, losses, simplified }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(input, forKey: .input)
        try fields.encode(output, forKey: .output)
        try fields.encode(triangles, forKey: .triangles)
        try fields.encode(points, forKey: .points)
        try fields.encode(bytes, forKey: .bytes)
        try fields.encode(seconds, forKey: .seconds)
        // All in sentences, as they always were; losses by their kind beside it.
        try fields.encode(readerNotes + losses.map(\.sentence), forKey: .notes)
        try fields.encode(losses, forKey: .losses)
        try fields.encodeIfPresent(simplified, forKey: .simplified)
    }

    var text: String {
        let what = what ?? (triangles > 0 ? "\(triangles) triangles" : "\(points) points")
        var lines = ["\(output): \(what), \(Terminal.bytes(bytes)) in \(Terminal.duration(seconds))"]
        if let simplified {
            lines.append(
                "simplified from \(simplified.trianglesBefore) triangles, moved by "
                    + String(format: "%.1f mm at most (estimated)", simplified.errorMetres * 1000))
        }
        return (lines + (readerNotes + losses.map(\.sentence)).map { "note: \($0)" }).joined(separator: "\n")
    }
}

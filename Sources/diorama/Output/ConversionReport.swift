import ModelFormats
import Spaces

/// What `convert` prints.
struct ConversionReport: Encodable {
    struct Simplified: Encodable {
        var trianglesBefore: Int
        var trianglesAfter: Int
        /// Estimated largest distance between the surface before and after.
        var errorMetres: Double
    }

    var input: String
    var output: String
    var triangles = 0
    /// Vertices of a mesh, points, or splats.
    var points = 0
    var bytes: Int64 = 0
    var seconds: Double
    var simplified: Simplified?
    /// What the written format could not hold.
    var losses: [Loss]
    /// What the reader did not keep.
    var readerNotes: [String] = []
    /// What was written, for people.
    private var content: String

    init(_ result: ModelConversion.Result, of conversion: ModelConversion, seconds: Double) {
        input = conversion.source.path
        output = conversion.target.path
        triangles = result.triangles
        points = result.points
        simplified = result.simplified.map {
            Simplified(trianglesBefore: $0.trianglesBefore, trianglesAfter: $0.trianglesAfter, errorMetres: $0.error)
        }
        losses = result.losses
        readerNotes = result.notes
        content = result.triangles > 0 ? "\(result.triangles) triangles" : "\(result.points) points"
        self.seconds = seconds
    }

    init(_ result: PlanConversion.Result, of conversion: PlanConversion, seconds: Double) {
        input = conversion.source.path
        output = conversion.target.path
        losses = result.losses
        let count = result.plan.storeys.count
        content = count == 1 ? "a plan" : "a plan of \(count) storeys"
        self.seconds = seconds
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
        try fields.encode(notes, forKey: .notes)
        try fields.encode(losses, forKey: .losses)
        try fields.encodeIfPresent(simplified, forKey: .simplified)
    }

    /// Everything that was lost, as sentences.
    private var notes: [String] { readerNotes + losses.map(\.sentence) }

    var text: String {
        var lines = ["\(output): \(content), \(Terminal.bytes(bytes)) in \(Terminal.duration(seconds))"]
        if let simplified {
            lines.append(
                "simplified from \(simplified.trianglesBefore) triangles; estimated maximum error "
                    + String(format: "%.1f mm", simplified.errorMetres * 1000))
        }
        return (lines + notes.map { "note: \($0)" }).joined(separator: "\n")
    }
}

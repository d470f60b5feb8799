import FloorPlans
import Foundation
import ModelFormats
import PlanFormats
import Support

/// Converts a plan file (JSON, docs/plans.md) to a drawing, to IFC, or to a bundle for Revit.
public struct PlanConversion: Sendable {
    /// The plan as JSON.
    public var source: URL
    /// The file to write; its extension sets the format.
    public var target: URL
    /// Units, scale, page and storey of the drawing.
    public var options = PlanWriteOptions()
    /// Whether `target` is a zip for Revit instead.
    public var isRevitBundle = false
    /// The model file that the plan was made from, for a bundle; nil leaves it out.
    public var scan: URL?

    /// The extension of `target` sets the format.
    public init(source: URL, target: URL) {
        self.source = source
        self.target = target
    }

    /// What was written.
    public struct Result: Sendable {
        /// The plan as it was read.
        public var plan: FloorPlan
        /// What the target's format could not hold.
        public var losses: [Loss]
    }

    /// Checks the target before anything is read.
    /// - Throws: `FormatError` for an unknown file extension, `SpacesError` of kind `unwritable`.
    public func checkTarget() throws {
        if !isRevitBundle { _ = try PlanFile.format(of: target) }
        try TargetFile.checkFolder(of: target)
    }

    /// - Throws: `FormatError`, `SpacesError` where the plan has no such storey, `CancellationError`.
    public func run(progress: ProgressReporter = .silent) throws -> Result {
        let plan = try PlanFile.read(source)
        let losses =
            isRevitBundle
            ? try RevitBundle.write(plan, scan: scan, to: target, options: options, progress: progress)
            : try PlanDrawing.write(plan, to: target, options: options, progress: progress)
        return Result(plan: plan, losses: losses)
    }
}

/// Writes plans, after checking that they have what is to be drawn.
public enum PlanDrawing {
    /// - Returns: what the format could not hold.
    /// - Throws: `SpacesError` of kind `invalidInput` where the plan has no such storey, `FormatError`, `CancellationError`.
    public static func write(
        _ plan: FloorPlan, to target: URL, options: PlanWriteOptions, progress: ProgressReporter = .silent
    ) throws -> [Loss] {
        let count = plan.storeys.count
        guard (0..<max(count, 1)).contains(options.storey) else {
            throw SpacesError(
                .invalidInput,
                "the plan has \(count == 1 ? "1 storey" : "\(count) storeys"); there is no storey \(options.storey + 1)",
                remedy: "choose a storey from 1 to \(max(count, 1))")
        }
        return try PlanFile.write(plan, to: target, options: options, progress: progress)
    }
}

import Foundation
import ModelFormats
import Reconstruction
import Spaces

/// What a job makes of a scan.
public struct ScanJobRequest: Sendable, Codable, Equatable {
    /// "preview", "standard", "high" or "ultra".
    public var quality: String
    /// What is used: photogrammetry makes a surface, gaussianSplatting splats.
    public var technologies: [String]
    /// File extensions of the results.
    public var outputFormats: [String]
    /// Makes the mesh watertight.
    public var enableHoleFilling: Bool
    /// Textures the mesh with the capture's images instead of colouring its vertices.
    public var enableTextureEnhancement: Bool
    /// Settings of the command line's `--set`, by name.
    public var settings: [String: String]
    /// "interior", "object" or "exterior": the scan's.
    public var mode: String

    /// All qualities, coarsest first.
    public static let qualities = ["preview", "standard", "high", "ultra"]
    /// What this version has.
    public static let technologies = ["photogrammetry", "gaussianSplatting"]
    /// What the interface names and this version doesn't have.
    public static let absentTechnologies = ["nerf", "nsr"]
    /// Formats that only hold splats.
    static let splatFormats = ["spz", "splat"]

    /// A request; `check` says whether it can be done.
    public init(
        mode: String, quality: String? = nil, technologies: [String]? = nil, outputFormats: [String]? = nil,
        enableHoleFilling: Bool? = nil, enableTextureEnhancement: Bool? = nil, settings: [String: String]? = nil
    ) {
        self.mode = mode
        self.quality = quality ?? "standard"
        self.technologies = technologies ?? ["photogrammetry"]
        self.outputFormats = outputFormats ?? ["glb"]
        self.enableHoleFilling = enableHoleFilling ?? false
        self.enableTextureEnhancement = enableTextureEnhancement ?? false
        self.settings = settings ?? [:]
    }

    /// Formats of results, for texts.
    public static var formatList: String { ModelFormat.written.map(\.rawValue).joined(separator: ", ") }

    /// - Throws: `ServiceError`: `invalidInput` for unknown words and settings, `notPossible` for what this deployment lacks.
    public func check() throws(ServiceError) {
        guard Self.qualities.contains(quality) else {
            throw ServiceError(.invalidInput, "quality must be one of \(Self.qualities.joined(separator: ", "))")
        }
        let known = Self.technologies.joined(separator: ", ")
        for word in technologies where !Self.technologies.contains(word) {
            guard Self.absentTechnologies.contains(word) else {
                throw ServiceError(.invalidInput, "there is no technology \(word.prefix(40)); this deployment has \(known)")
            }
            throw ServiceError(.notPossible, "this deployment doesn't have \(word); it has \(known)")
        }
        guard !technologies.isEmpty, Set(technologies).count == technologies.count else {
            throw ServiceError(.invalidInput, "technologies must name each once, at least one of \(known)")
        }
        guard !outputFormats.isEmpty, Set(outputFormats).count == outputFormats.count else {
            throw ServiceError(.invalidInput, "outputFormats must name each format once, at least one of \(Self.formatList)")
        }
        let formats = Set(ModelFormat.written.map(\.rawValue))
        for format in outputFormats {
            guard formats.contains(format) else {
                throw ServiceError(.invalidInput, "there is no format \(format.prefix(20)); choose of \(Self.formatList)")
            }
            if Self.splatFormats.contains(format), !makesSplats {
                throw ServiceError(.invalidInput, "the format \(format) holds splats; add gaussianSplatting to technologies")
            }
        }
        if !makesSurface, let format = outputFormats.first(where: { !Self.splatFormats.contains($0) }) {
            throw ServiceError(.invalidInput, "the format \(format) is made from a surface; add photogrammetry to technologies")
        }
        _ = try options()
    }

    var makesSurface: Bool { technologies.contains("photogrammetry") }
    var makesSplats: Bool { technologies.contains("gaussianSplatting") }

    /// How the capture is reconstructed: the mode's options in this quality, with the settings.
    func options() throws(ServiceError) -> ReconstructionOptions {
        guard let mode = ReconstructionMode(rawValue: mode) else {
            throw ServiceError(.invalidInput, "mode must be one of interior, object, exterior")
        }
        var options = mode.options
        switch quality {
        case "preview":
            options.voxelSize *= 2
            options.stride = max(options.stride, 2)
        case "high": options.voxelSize /= 1.5
        case "ultra": options.voxelSize /= 2
        default: break
        }
        if enableHoleFilling { options.fillHoles = true }
        if enableTextureEnhancement { options.addTexture() }
        do throws(ReconstructionError) {
            for (name, value) in settings.sorted(by: { $0.key < $1.key }) { try options.set(name, to: value) }
            try options.check()
        } catch {
            throw ServiceError(.invalidInput, "settings: \(error)")
        }
        return options
    }
}

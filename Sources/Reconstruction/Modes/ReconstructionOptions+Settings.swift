/// One option by name, to list and set options by name.
public struct ReconstructionSetting: Sendable, Equatable {
    /// The option's name, as `ReconstructionOptions` spells it.
    public var name: String
    /// As text: a number, "true" or "false".
    public var value: String
    /// What it does, with its unit.
    public var meaning: String
}

extension ReconstructionOptions {
    /// All options with their values, in a fixed order.
    public var settings: [ReconstructionSetting] {
        Self.entries.map { ReconstructionSetting(name: $0.name, value: $0.get(self), meaning: $0.meaning) }
    }

    /// Sets the option called `name`; `mode` replaces all options but those of the texture by the mode's own.
    /// - Throws: `badOption` where there is no such option, or the value is not of its kind.
    public mutating func set(_ name: String, to value: String) throws(ReconstructionError) {
        guard let entry = Self.entries.first(where: { $0.name == name }) else {
            throw .badOption("unknown option ‘\(name)’; the options are \(Self.entries.map(\.name).joined(separator: ", "))")
        }
        guard entry.set(&self, value) else {
            throw .badOption("‘\(value)’ is not \(entry.kind); the option \(name) needs one")
        }
    }

    private struct Entry {
        var name: String
        var meaning: String
        var kind: String
        var get: (ReconstructionOptions) -> String
        var set: (inout ReconstructionOptions, String) -> Bool
    }

    private static func number(_ name: String, path: WritableKeyPath<Self, Float>, meaning: String) -> Entry {
        Entry(name: name, meaning: meaning, kind: "a number") {
            "\($0[keyPath: path])"
        } set: { options, text in
            guard let value = Float(text), value.isFinite else { return false }
            options[keyPath: path] = value
            return true
        }
    }

    private static func count(_ name: String, path: WritableKeyPath<Self, Int>, meaning: String) -> Entry {
        Entry(name: name, meaning: meaning, kind: "a whole number") {
            "\($0[keyPath: path])"
        } set: { options, text in
            guard let value = Int(text) else { return false }
            options[keyPath: path] = value
            return true
        }
    }

    private static func flag(_ name: String, path: WritableKeyPath<Self, Bool>, meaning: String) -> Entry {
        Entry(name: name, meaning: meaning, kind: "true or false") {
            "\($0[keyPath: path])"
        } set: { options, text in
            guard let value = Bool(text) else { return false }
            options[keyPath: path] = value
            return true
        }
    }

    private static var entries: [Entry] {
        [
            Entry(name: "mode", meaning: "interior, object or exterior: where the other values come from", kind: "a mode") {
                $0.mode.rawValue
            } set: { options, text in
                guard let mode = ReconstructionMode(rawValue: text) else { return false }
                let texture = (options.textureSize, options.textureErrorVoxels)
                options = mode.options
                (options.textureSize, options.textureErrorVoxels) = texture
                return true
            },
            number("voxelSize", path: \.voxelSize, meaning: "edge length of a voxel, metres"),
            number("maximumDepth", path: \.maximumDepth, meaning: "maximum depth that is used, metres"),
            number(
                "truncationVoxels", path: \.truncationVoxels, meaning: "truncation distance of the signed distance field, voxels"),
            count("stride", path: \.stride, meaning: "uses every n-th frame"),
            number(
                "minimumWeight", path: \.minimumWeight,
                meaning: "minimum weight of a voxel for surface extraction; one frontal observation at 1 m has weight 1"
            ),
            flag("filtersDepth", path: \.filtersDepth, meaning: "removes unreliable samples from depth images"),
            flag("refinesPoses", path: \.refinesPoses, meaning: "refines the camera trajectory by aligning depth and colour"),
            flag("levels", path: \.levels, meaning: "turns the scan so that its floor is level"),
            flag("keepsHeading", path: \.keepsHeading, meaning: "aligns the scan with north by its recorded location and heading"),
            number("minimumComponentArea", path: \.minimumComponentArea, meaning: "components with less area are removed, m²"),
            flag("smooths", path: \.smooths, meaning: "smooths noise and preserves edges"),
            flag(
                "smoothsBoundaries", path: \.smoothsBoundaries,
                meaning: "smooths open boundaries by at most half a voxel and removes slivers and flakes there"),
            number(
                "holePerimeter", path: \.holePerimeter,
                meaning: "holes with a boundary loop up to this length are filled, metres; 0 fills none"
            ),
            flag("cutsObject", path: \.cutsObject, meaning: "keeps only the object that the cameras point at, and closes it below"),
            flag("keepsOpenings", path: \.keepsOpenings, meaning: "leaves openings of the object open that the camera saw through"),
            flag("fillHoles", path: \.fillHoles, meaning: "makes the mesh watertight"),
            count("simplifyTo", path: \.simplifyTo, meaning: "target triangle count; 0 keeps all"),
            flag(
                "carves", path: \.carves, meaning: "removes surface that later observations see through, such as objects that moved"
            ),
            count(
                "voxelMegabytes", path: \.voxelMegabytes,
                meaning: "memory limit for voxels, megabytes; the rest is in a temporary file"),
            number(
                "textureErrorVoxels", path: \.textureErrorVoxels,
                meaning: "maximum error of the simplification before texturing, voxels; 0 keeps all triangles"),
            count("textureSize", path: \.textureSize, meaning: "edge length of the texture, pixels; 0 makes vertex colours only"),
        ]
    }
}

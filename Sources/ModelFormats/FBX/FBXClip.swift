import Codecs

/// What an animation of an FBX file changes: properties of objects over time.
struct FBXClip {
    enum Property: Hashable {
        case translation, rotation, scaling
        /// The share of a blend shape in percent.
        case weight

        init?(_ name: String) {
            switch name {
            case "Lcl Translation": self = .translation
            case "Lcl Rotation": self = .rotation
            case "Lcl Scaling": self = .scaling
            case "DeformPercent": self = .weight
            default: return nil
            }
        }
    }

    struct Target: Hashable {
        let object: Int
        let property: Property
    }

    /// The curves of a property's numbers; nil where a number stays.
    struct Track {
        var curves: [FBXCurve?]
        /// What the number is without a curve; nil for the object's own.
        var constants: [Double?]
    }

    let name: String
    var tracks: [Target: Track] = [:]

    /// All animations of a file, without empty ones.
    /// - Parameter note: receives what is not read.
    static func all(
        _ document: FBXDocument, arrays: inout FBXArrays, note: (String) -> Void
    ) throws(FormatError) -> [FBXClip] {
        var clips: [FBXClip] = []
        for stack in document.objects where stack.type == "AnimationStack" || stack.type == "AnimStack" {
            var clip = FBXClip(name: stack.name)
            let layers = document.childLinks[stack.index].map { document.objects[$0.object] }.filter { $0.type.hasSuffix("Layer") }
            if layers.count > 1 { note("Of several layers of an animation the first one that changes a property is read.") }
            for layer in layers { try clip.read(layer, document, &arrays, note) }
            clips.append(clip)
        }
        if let takes = document.takes, document.version < 7000 {
            for take in takes.all("Take") {
                var clip = FBXClip(name: take.text(0) ?? "")
                try clip.read(take: take, document, &arrays)
                clips.append(clip)
            }
        }
        for i in clips.indices { clips[i].startAtZero(note) }
        return clips.filter { !$0.tracks.isEmpty }
    }

    private static let letters = ["d|X": 0, "d|Y": 1, "d|Z": 2, "X": 0, "Y": 1, "Z": 2, "d|DeformPercent": 0, "DeformPercent": 0]

    private mutating func read(
        _ layer: FBXObject, _ document: FBXDocument, _ arrays: inout FBXArrays, _ note: (String) -> Void
    ) throws(FormatError) {
        for link in document.childLinks[layer.index] {
            let node = document.objects[link.object]
            guard node.type == "AnimationCurveNode" else { continue }
            let targets = document.parentLinks[node.index].filter { $0.property != nil }
            let known = targets.compactMap { parent in
                parent.property.flatMap { Property($0) }.map { Target(object: parent.object, property: $0) }
            }
            if known.count < targets.count { note("Animations of materials, lights, cameras and visibility are not read.") }
            guard let first = known.first(where: { tracks[$0] == nil }) else { continue }
            let width = first.property == .weight ? 1 : 3
            var track = Track(curves: Array(repeating: nil, count: width), constants: Array(repeating: nil, count: width))
            for (name, i) in Self.letters where i < width {
                if let value = node.own(name)?.number { track.constants[i] = value }
            }
            for child in document.childLinks[node.index] where document.objects[child.object].type == "AnimationCurve" {
                guard let i = child.property.flatMap({ Self.letters[$0] }), i < width, track.curves[i] == nil else { continue }
                track.curves[i] = try FBXCurve(document.objects[child.object].node, ticks: document.ticks, arrays: &arrays)
            }
            guard track.curves.contains(where: { $0 != nil }) else { continue }
            for target in known where tracks[target] == nil { tracks[target] = track }
        }
    }

    // MARK: Version 6

    private mutating func read(
        take: FBXNode, _ document: FBXDocument, _ arrays: inout FBXArrays
    ) throws(FormatError) {
        let properties: [String: Property] = ["T": .translation, "R": .rotation, "S": .scaling]
        for node in take.children where node.name == "Model" {
            guard let name = node.properties.first, let model = document.object(named: name, type: "Model") else { continue }
            for channel in node.all("Channel") {
                let title = channel.text(0) ?? ""
                for part in title == "Transform" ? channel.all("Channel") : [] {
                    guard let property = properties[part.text(0) ?? ""] else { continue }
                    var track = Track(curves: [nil, nil, nil], constants: [nil, nil, nil])
                    for axis in part.all("Channel") {
                        guard let i = Self.letters[axis.text(0) ?? ""] else { continue }
                        track.constants[i] = axis.child("Default")?.number(0)
                        track.curves[i] = try FBXCurve(legacy: axis, ticks: document.ticks, arrays: &arrays)
                    }
                    if track.curves.contains(where: { $0 != nil }) {
                        tracks[Target(object: model.index, property: property)] = track
                    }
                }
                guard title != "Transform", let shape = document.shape(title, of: model.index) else { continue }
                if let curve = try FBXCurve(legacy: channel, ticks: document.ticks, arrays: &arrays) {
                    tracks[Target(object: shape.index, property: .weight)] = Track(curves: [curve], constants: [nil])
                }
            }
        }
    }

    /// Moves an animation that begins before the time 0.
    private mutating func startAtZero(_ note: (String) -> Void) {
        let first = tracks.values.flatMap(\.curves).compactMap { $0?.keys.first?.time }.min() ?? 0
        guard first < 0 else { return }
        note("Animations that begin before the time 0 were moved to begin there.")
        for target in tracks.keys {
            guard let count = tracks[target]?.curves.count else { continue }
            for i in 0..<count { tracks[target]?.curves[i]?.shift(by: -first) }
        }
    }
}

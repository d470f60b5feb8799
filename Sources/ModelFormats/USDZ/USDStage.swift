import Codecs

/// Layers put together: references to other layers of the same archive are brought in; variants and sublayers are not.
struct USDStage {
    private let archive: ZipArchive
    private var layers: [String: USDLayerContent] = [:]
    private(set) var root = USDPrim("")
    private(set) var notes: [String] = []
    let metersPerUnit: Double
    let upAxis: String
    /// How many prims may still be made: references to references double.
    private var budget: Int

    private static let depthLimit = 64

    init(_ archive: ZipArchive, fileSize: Int) throws(FormatError) {
        self.archive = archive
        budget = 10_000 + fileSize / 16
        guard
            let first = archive.entries.first(where: {
                ["usda", "usdc", "usd"].contains($0.name.split(separator: ".").last?.lowercased())
            })
        else { throw .unreadable("is a zip archive without a USD layer, not a usdz file") }
        guard let bytes = try archive.storedBytes(first) else {
            throw .unreadable("its layer is compressed or encrypted, which a usdz must not be; pack it again")
        }
        let layer = try Self.read(bytes)
        metersPerUnit = layer.metersPerUnit ?? 0.01
        upAxis = layer.upAxis?.uppercased() ?? "Y"
        layers[first.name] = layer
        if layer.hasSublayers { notes.append("Sublayers are not read.") }
        root = try compose(layer.root, origin: Origin(file: first.name), at: "", depth: 0)
    }

    static func read(_ bytes: UnsafeRawBufferPointer) throws(FormatError) -> USDLayerContent {
        guard !bytes.isEmpty else { throw .unreadable("its layer is empty") }
        if bytes.starts(with: Array("PXR-USDC".utf8)) { return try USDCLayer.read(bytes) }
        if bytes.starts(with: Array("#usda".utf8)) { return try USDAParser.read(bytes) }
        throw .unreadable("its layer is neither text nor binary USD")
    }

    private mutating func layer(_ name: String) throws(FormatError) -> USDLayerContent? {
        if let known = layers[name] { return known }
        guard let bytes = try archive.assetBytes(name) else { return nil }
        let content = try Self.read(bytes)
        layers[name] = content
        return content
    }

    /// The layer that prims come from, and which beginning of its paths becomes which in the stage.
    private struct Origin {
        var file: String
        var from = ""
        var to = ""

        func mapped(_ path: String) -> String {
            guard path.hasPrefix(from) else { return path }
            let rest = path.dropFirst(from.count)
            return from.isEmpty || rest.isEmpty || rest.first == "/" || rest.first == "." ? to + rest : path
        }
    }

    /// A prim with what it refers to; its own opinions are the stronger ones.
    /// - Parameter path: the prim's in the stage.
    private mutating func compose(_ prim: USDPrim, origin: Origin, at path: String, depth: Int) throws(FormatError) -> USDPrim {
        guard depth < Self.depthLimit else {
            throw .unreadable("its prims are nested, or refer to each other, more than \(Self.depthLimit) deep")
        }
        budget -= 1
        guard budget > 0 else { throw .unreadable("its layers refer to each other so often that they do not fit into memory") }
        let result = USDPrim(prim.name)
        result.specifier = prim.specifier
        result.type = prim.type
        result.isActive = prim.isActive
        if prim.hasVariants { note("Variants are not read.") }
        result.properties = prim.properties.mapValues { property in
            var property = property
            property.targets = property.targets.map { origin.mapped($0) }
            return property
        }
        // Asset paths are relative to their layer's folder.
        let parts = origin.file.split(separator: "/").dropLast()
        let folder = parts.isEmpty ? "" : parts.joined(separator: "/") + "/"
        if let file = result.properties["inputs:file"]?.value?.words.first {
            result.properties["inputs:file"]?.value?.words = [folder + file]
        }
        for child in prim.children {
            result.children.append(try compose(child, origin: origin, at: path + "/" + child.name, depth: depth + 1))
        }
        for reference in prim.references {
            let asset = reference.asset.isEmpty ? origin.file : folder + reference.asset
            guard let name = ZipArchive.resolvedAsset(asset), let layer = try layer(name) else {
                note("The layer \(Text.quote(reference.asset)) is not in the archive.")
                continue
            }
            let target =
                reference.path.isEmpty ? "/" + (layer.defaultPrim ?? layer.root.children.first?.name ?? "") : reference.path
            guard let found = Self.find(target, in: layer.root), found !== prim else { continue }
            merge(try compose(found, origin: Origin(file: name, from: target, to: path), at: path, depth: depth + 1), into: result)
        }
        return result
    }

    private func merge(_ weaker: USDPrim, into prim: USDPrim) {
        if prim.type.isEmpty { prim.type = weaker.type }
        if prim.specifier == .over { prim.specifier = weaker.specifier }
        prim.isActive = prim.isActive && weaker.isActive
        prim.properties.merge(weaker.properties) { mine, _ in mine }
        let mine = Dictionary(prim.children.map { ($0.name, $0) }) { first, _ in first }
        for child in weaker.children {
            if let known = mine[child.name] { merge(child, into: known) } else { prim.children.append(child) }
        }
    }

    /// The prim at a path such as "/Scene/Mesh".
    static func find(_ path: String, in root: USDPrim) -> USDPrim? {
        var prim: USDPrim? = root
        for name in path.split(separator: "/") {
            prim = prim?.children.first { $0.name == name }
            if prim == nil { return nil }
        }
        return prim
    }

    private mutating func note(_ text: String) {
        if !notes.contains(text), notes.count < 10 { notes.append(text) }
    }
}

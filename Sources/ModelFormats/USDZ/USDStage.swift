import Codecs

/// Layers put together: sublayers, inherited classes, chosen variants, references and payloads are brought in, as far as their
/// layers are in the archive.
struct USDStage {
    private let archive: ZipArchive
    private var layers: [String: USDLayerContent] = [:]
    private(set) var root = USDPrim("")
    private(set) var notes: [String] = []
    let metersPerUnit: Double
    let upAxis: String
    /// Time codes in one second.
    let rate: Double
    let startTimeCode: Double?
    /// How many prims may still be made: references to references double.
    private var budget: Int

    private static let depthLimit = 256

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
        let layer = try Self.read(bytes, number: 0)
        metersPerUnit = layer.metersPerUnit ?? 0.01
        upAxis = layer.upAxis?.uppercased() ?? "Y"
        rate = layer.rate
        startTimeCode = layer.startTimeCode.flatMap { $0.isFinite && abs($0) < 1e9 ? $0 : nil }
        layers[first.name] = layer
        try addSublayers(layer, file: first.name, depth: 0)
        root = try compose(layer.root, origin: Origin(file: first.name), at: "", Context())
    }

    static func read(_ bytes: UnsafeRawBufferPointer, number: Int) throws(FormatError) -> USDLayerContent {
        guard !bytes.isEmpty else { throw .unreadable("its layer is empty") }
        if bytes.starts(with: Array("PXR-USDC".utf8)) { return try USDCLayer.read(bytes, number: number) }
        if bytes.starts(with: Array("#usda".utf8)) { return try USDAParser.read(bytes, number: number) }
        throw .unreadable("its layer is neither text nor binary USD")
    }

    private mutating func layer(_ name: String, depth: Int = 0) throws(FormatError) -> USDLayerContent? {
        if let known = layers[name] { return known }
        guard let bytes = try archive.assetBytes(name) else { return nil }
        let content = try Self.read(bytes, number: layers.count)
        // Known before its sublayers are read, which may name it again.
        layers[name] = content
        try addSublayers(content, file: name, depth: depth)
        return content
    }

    // MARK: Sublayers

    private mutating func addSublayers(_ content: USDLayerContent, file: String, depth: Int) throws(FormatError) {
        guard depth < 32 else { throw .unreadable("its sublayers are nested more than 32 deep") }
        for sublayer in content.sublayers {
            guard let name = ZipArchive.resolvedAsset(Self.folder(file) + sublayer.asset),
                let weaker = try layer(name, depth: depth + 1)
            else {
                note("The layer \(Text.quote(sublayer.asset)) is not in the archive.")
                continue
            }
            guard weaker.root !== content.root else { continue }
            let time = sublayer.time * USDTimeMap(offset: 0, scale: content.rate / weaker.rate)
            merge(try copy(weaker.root, from: Self.folder(name), time: time, rate: weaker.rate, depth: 0), into: content.root)
        }
    }

    /// A copy of a layer's prim whose asset paths begin at the archive, with a slash.
    private mutating func copy(
        _ prim: USDPrim, from: String, time: USDTimeMap, rate: Double, depth: Int
    ) throws(FormatError) -> USDPrim {
        let result = try blank(prim, depth: depth)
        func moved(_ reference: USDReference) -> USDReference {
            var copy = reference
            // Absolute in the archive.
            if !copy.asset.isEmpty { copy.asset = "/" + from + copy.asset }
            copy.time = time * copy.time
            copy.rate = copy.rate ?? rate
            return copy
        }
        result.properties = prim.properties.mapValues { property in
            var property = property
            time.apply(&property)
            return property
        }
        if let file = prim.word("inputs:file"), !file.hasPrefix("/") {
            result.properties["inputs:file"]?.value?.words = ["/" + from + file]
        }
        result.references = prim.references.map(moved)
        result.payloads = prim.payloads.map(moved)
        result.inherits = prim.inherits
        result.specializes = prim.specializes
        for (set, variants) in prim.variants {
            for (name, variant) in variants {
                result.variants[set, default: [:]][name] = try copy(variant, from: from, time: time, rate: rate, depth: depth + 1)
            }
        }
        for child in prim.children {
            result.children.append(try copy(child, from: from, time: time, rate: rate, depth: depth + 1))
        }
        return result
    }

    /// A prim with the metadata of another one.
    private mutating func blank(_ prim: USDPrim, depth: Int) throws(FormatError) -> USDPrim {
        guard depth < Self.depthLimit else {
            throw .unreadable("its prims are nested, or refer to each other, more than \(Self.depthLimit) deep")
        }
        budget -= 1
        guard budget > 0 else { throw .unreadable("its layers refer to each other so often that they do not fit into memory") }
        let result = USDPrim(prim.name)
        result.specifier = prim.specifier
        result.type = prim.type
        result.isActive = prim.isActive
        result.displayName = prim.displayName
        result.selections = prim.selections
        return result
    }

    // MARK: Composition

    /// The layer that prims come from, and which beginning of its paths becomes which in the stage.
    private struct Origin {
        var file: String
        var from = ""
        var to = ""
        var time = USDTimeMap.identity

        func mapped(_ path: String) -> String {
            guard path.hasPrefix(from) else { return path }
            let rest = path.dropFirst(from.count)
            return from.isEmpty || rest.isEmpty || rest.first == "/" || rest.first == "." ? to + rest : path
        }
    }

    /// How deep composition is, and the variants that stronger prims chose for the same one.
    private struct Context {
        var depth = 0
        var selections: [String: String] = [:]
    }

    private static func folder(_ file: String) -> String {
        let parts = file.split(separator: "/").dropLast()
        return parts.isEmpty ? "" : parts.joined(separator: "/") + "/"
    }

    /// The path of an asset in the archive.
    private static func asset(_ name: String, in folder: String) -> String {
        name.hasPrefix("/") ? String(name.dropFirst()) : folder + name
    }

    /// A prim with what it refers to; its own opinions are the strongest, then those of classes, variants, references and payloads.
    /// - Parameters:
    ///   - prim: the prim in its layer.
    ///   - origin: where that is.
    ///   - path: the prim's in the stage.
    ///   - context: the depth, and variants that are chosen already.
    private mutating func compose(
        _ prim: USDPrim, origin: Origin, at path: String, _ context: Context
    ) throws(FormatError) -> USDPrim {
        let result = try blank(prim, depth: context.depth)
        result.selections = context.selections.merging(prim.selections) { stronger, _ in stronger }
        result.properties = prim.properties.mapValues { property in
            var property = property
            property.targets = property.targets.map { origin.mapped($0) }
            origin.time.apply(&property)
            return property
        }
        // Asset paths are relative to their layer's folder.
        let folder = Self.folder(origin.file)
        if let file = result.word("inputs:file") {
            result.properties["inputs:file"]?.value?.words = [Self.asset(file, in: folder)]
        }
        let below = context.depth + 1
        for child in prim.children {
            result.children.append(try compose(child, origin: origin, at: path + "/" + child.name, Context(depth: below)))
        }
        func bring(_ reference: USDReference) throws(FormatError) {
            try add(reference, of: prim, origin: origin, at: path, into: result, depth: below)
        }
        for target in prim.inherits { try bring(USDReference(asset: "", path: target)) }
        for (set, variants) in prim.variants.sorted(by: { $0.key < $1.key }) {
            guard let chosen = result.selections[set] else {
                note("The variant set \(Text.quote(set)) has no selection; none of its variants was read.")
                continue
            }
            guard let variant = variants[chosen] else { continue }
            let content = try compose(variant, origin: origin, at: path, Context(depth: below, selections: result.selections))
            merge(content, into: result)
        }
        for reference in prim.references + prim.payloads { try bring(reference) }
        for target in prim.specializes { try bring(USDReference(asset: "", path: target)) }
        return result
    }

    /// Merges what a reference brings in into a prim.
    private mutating func add(
        _ reference: USDReference, of prim: USDPrim, origin: Origin, at path: String, into result: USDPrim, depth: Int
    ) throws(FormatError) {
        let asset = reference.asset.isEmpty ? origin.file : Self.asset(reference.asset, in: Self.folder(origin.file))
        guard let name = ZipArchive.resolvedAsset(asset), let layer = try layer(name) else {
            return note("The layer \(Text.quote(reference.asset)) is not in the archive.")
        }
        let target =
            reference.path.isEmpty ? "/" + (layer.defaultPrim ?? layer.root.children.first?.name ?? "") : reference.path
        guard let found = Self.find(target, in: layer.root), found !== prim else { return }
        var time = origin.time * reference.time
        if !reference.asset.isEmpty, let own = layers[origin.file] {
            time = time * USDTimeMap(scale: (reference.rate ?? own.rate) / layer.rate)
        }
        let weaker = try compose(
            found, origin: Origin(file: name, from: target, to: path, time: time), at: path,
            Context(depth: depth, selections: result.selections))
        if weaker.specifier == .class { weaker.specifier = .over }
        merge(weaker, into: result)
    }

    private func merge(_ weaker: USDPrim, into prim: USDPrim) {
        if prim.type.isEmpty { prim.type = weaker.type }
        if prim.specifier == .over { prim.specifier = weaker.specifier }
        prim.isActive = prim.isActive && weaker.isActive
        prim.displayName = prim.displayName ?? weaker.displayName
        prim.selections.merge(weaker.selections) { mine, _ in mine }
        prim.references += weaker.references
        prim.payloads += weaker.payloads
        prim.inherits += weaker.inherits
        prim.specializes += weaker.specializes
        for (set, variants) in weaker.variants {
            prim.variants[set, default: [:]].merge(variants) { mine, theirs in
                merge(theirs, into: mine)
                return mine
            }
        }
        for (name, property) in weaker.properties { prim.properties[name, default: USDProperty()].merge(property) }
        let mine = Dictionary(prim.children.map { ($0.name, $0) }) { first, _ in first }
        for child in weaker.children {
            if let known = mine[child.name] { merge(child, into: known) } else { prim.children.append(child) }
        }
    }

    /// The prim at a path such as "/Scene/Mesh".
    private static func find(_ path: String, in root: USDPrim) -> USDPrim? {
        var prim: USDPrim? = root
        for name in path.split(separator: "/") {
            prim = prim?.children.first { $0.name == name }
            if prim == nil { return nil }
        }
        return prim
    }

    /// All prims of the stage by their paths.
    func prims() -> [String: USDPrim] {
        var prims: [String: USDPrim] = [:]
        var stack = root.children.reversed().map { ("/" + $0.name, $0) }
        while let (path, prim) = stack.popLast() {
            if prims[path] == nil { prims[path] = prim }
            for child in prim.children.reversed() { stack.append((path + "/" + child.name, child)) }
        }
        return prims
    }

    private mutating func note(_ text: String) {
        if !notes.contains(text), notes.count < 10 { notes.append(text) }
    }
}

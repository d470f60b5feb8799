import Codecs

/// Reads a binary USD layer into prims.
enum USDCLayer {
    private enum Kind { static let attribute = 1, prim = 6, root = 7, relationship = 8, variant = 10, variantSet = 11 }

    /// - Parameter number: the layer's number among those of the archive.
    static func read(_ bytes: UnsafeRawBufferPointer, number: Int) throws(FormatError) -> USDLayerContent {
        var file = try USDCFile(bytes, number: number)
        var content = USDLayerContent()
        var prims: [Int: USDPrim] = [:]
        for spec in file.specs where [Kind.prim, Kind.root, Kind.variant].contains(spec.type) {
            guard file.paths.indices.contains(spec.path) else { throw file.damaged("list of specs") }
            if prims[spec.path] == nil { prims[spec.path] = USDPrim(try file.token(file.paths[spec.path].token)) }
        }
        for spec in file.specs {
            guard file.paths.indices.contains(spec.path) else { throw file.damaged("list of specs") }
            let path = file.paths[spec.path]
            switch spec.type {
            case Kind.root:
                content.root = prims[spec.path] ?? content.root
                try readRoot(&file, set: spec.fieldSet, content: &content)
            case Kind.prim:
                guard let prim = prims[spec.path] else { continue }
                try readPrim(&file, set: spec.fieldSet, prim: prim)
                if path.parent != spec.path { prims[path.parent]?.children.append(prim) }
            case Kind.attribute, Kind.relationship:
                let name = try file.token(path.token)
                guard USDPrim.isWanted(name), let prim = prims[path.parent] else { continue }
                prim.properties[name] = try readProperty(&file, spec.fieldSet, name: name)
            case Kind.variant:
                guard let variant = prims[spec.path], let owner = prims[path.parent], variant !== owner else { continue }
                try readPrim(&file, set: spec.fieldSet, prim: variant)
                variant.specifier = .over
                // "{set=variant}"
                let parts = variant.name.dropFirst().dropLast().split(separator: "=", maxSplits: 1).map(String.init)
                if parts.count == 2 { owner.variants[parts[0], default: [:]][parts[1]] = variant }
            default: break
            }
        }
        return content
    }

    /// Names and values of a set.
    private static func fields(_ file: USDCFile, _ set: Int) throws(FormatError) -> [(name: String, value: UInt64)] {
        var result: [(String, UInt64)] = []
        var i = set
        while true {
            guard file.fieldSets.indices.contains(i), result.count < 256 else { throw file.damaged("list of field sets") }
            let number = file.fieldSets[i]
            if number == -1 { return result }
            guard file.fields.indices.contains(number) else { throw file.damaged("list of field sets") }
            result.append((try file.token(file.fields[number].token), file.fields[number].value))
            i += 1
        }
    }

    private static func readRoot(_ file: inout USDCFile, set: Int, content: inout USDLayerContent) throws(FormatError) {
        var times: [USDTimeMap] = []
        for (name, rep) in try fields(file, set) {
            switch name {
            case "defaultPrim": content.defaultPrim = try file.value(rep)?.words.first
            case "metersPerUnit": content.metersPerUnit = try file.value(rep)?.numbers.first
            case "upAxis": content.upAxis = try file.value(rep)?.words.first
            case "timeCodesPerSecond": content.timeCodesPerSecond = try file.value(rep)?.numbers.first
            case "framesPerSecond": content.framesPerSecond = try file.value(rep)?.numbers.first
            case "startTimeCode": content.startTimeCode = try file.value(rep)?.numbers.first
            case "subLayers": content.sublayers = try file.sublayers(rep).map { USDReference(asset: $0, path: "") }
            case "subLayerOffsets": times = try file.timeMaps(rep)
            default: break
            }
        }
        for (i, time) in times.enumerated() where i < content.sublayers.count { content.sublayers[i].time = time }
    }

    private static func readPrim(_ file: inout USDCFile, set: Int, prim: USDPrim) throws(FormatError) {
        for (name, rep) in try fields(file, set) {
            switch name {
            case "specifier":
                let number = try file.value(rep)?.numbers.first
                prim.specifier = number == 1 ? .over : number == 2 ? .class : .def
            case "typeName": prim.type = try file.value(rep)?.words.first ?? ""
            case "active": prim.isActive = try file.value(rep)?.numbers.first != 0
            case "references": prim.references += try file.references(rep)
            case "payload": prim.payloads += try file.references(rep)
            case "inheritPaths": prim.inherits += try file.value(rep)?.words ?? []
            case "specializes": prim.specializes += try file.value(rep)?.words ?? []
            case "variantSelection": prim.selections = try file.selections(rep)
            case "displayName": prim.displayName = try file.value(rep)?.words.first
            default: break
            }
        }
    }

    private static func readProperty(_ file: inout USDCFile, _ set: Int, name key: String) throws(FormatError) -> USDProperty {
        var property = USDProperty()
        var samples: [USDSample] = []
        let isAnimated = USDPrim.isAnimated(key)
        for (name, rep) in try fields(file, set) {
            switch name {
            case "default":
                property.value = try file.value(rep)
                property.hasDefault = property.value != nil
            case "timeSamples": samples = try file.samples(rep, keepsAll: isAnimated)
            case "interpolation": property.interpolation = try file.value(rep)?.words.first
            case "elementSize": property.elementSize = try file.value(rep)?.numbers.first.flatMap { Int(exactly: $0) } ?? 1
            case "connectionPaths", "targetPaths": property.targets = try file.value(rep)?.words ?? []
            default: break
            }
        }
        property.setSamples(samples, keeps: isAnimated)
        return property
    }
}

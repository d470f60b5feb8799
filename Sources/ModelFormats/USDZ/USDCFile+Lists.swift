import Codecs

/// Lists of a binary layer: items of edits, references, sublayers, variants, values over time.
extension USDCFile {
    /// A count and as many 32-bit numbers.
    mutating func numbers(at place: Int) throws(FormatError) -> [Int] {
        let count = try int(place)
        let content = try slice(place + 8, try checked(count, 4))
        try take(count, 24)
        return (0..<count).map { Int(UInt32(littleEndian: content.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self))) }
    }

    /// The items of a list that are there or put in: explicit, added, put before and behind. Those that are deleted or ordered are
    /// not.
    private mutating func lists(
        _ start: Int, _ item: (inout USDCFile, inout Int) throws(FormatError) -> Void
    ) throws(FormatError) {
        let flags = try slice(start, 1)[0]
        var place = start + 1
        for bit in [1, 2, 5, 6] as [UInt8] where flags >> bit & 1 == 1 {
            let count = try int(place)
            place += 8
            guard count <= bytes.count / 4 else { throw damaged("list at byte \(start)") }
            for _ in 0..<count { try item(&self, &place) }
        }
    }

    mutating func list(_ start: Int, _ text: (Int) throws(FormatError) -> String) throws(FormatError) -> [String] {
        var found: [Int] = []
        try lists(start) { (file, place) throws(FormatError) in
            try file.take(1, 24)
            found.append(try file.word(place))
            place += 4
        }
        var words: [String] = []
        for n in found { words.append(try text(n)) }
        return words
    }

    mutating func pathList(_ start: Int) throws(FormatError) -> [String] {
        var words: [String] = []
        try lists(start) { (file, place) throws(FormatError) in
            words.append(try file.path(file.word(place)))
            place += 4
        }
        return words
    }

    /// References or payloads of a prim.
    mutating func references(_ rep: UInt64) throws(FormatError) -> [USDReference] {
        let place = Int(rep & 0xFFFF_FFFF_FFFF)
        var result: [USDReference] = []
        switch USDCType(rawValue: Int(rep >> 48 & 0xFF)) {
        case .payload:
            var reference = USDReference(asset: try string(word(place)), path: try path(word(place + 4)))
            // Since 0.8 with an offset and a scale of time.
            if version >= 0x000800 { reference.time = try timeMap(place + 8) }
            result.append(reference)
        case .referenceListOp, .payloadListOp:
            let isReference = rep >> 48 & 0xFF == 35
            try lists(place) { (file, place) throws(FormatError) in
                var reference = USDReference(asset: try file.string(file.word(place)), path: try file.path(file.word(place + 4)))
                reference.time = try file.timeMap(place + 8)
                result.append(reference)
                // An offset and a scale of time, and of references a dictionary.
                place += 8 + 16
                if isReference {
                    guard try file.int(place) == 0 else {
                        throw .unreadable("a reference of the USD layer has custom data, which are not supported")
                    }
                    place += 8
                }
            }
        default: break
        }
        for i in result.indices where result[i].path == "/" { result[i].path = "" }
        return result
    }

    private func timeMap(_ place: Int) throws(FormatError) -> USDTimeMap {
        let content = try slice(place, 16)
        return USDTimeMap(offset: USDCType.Scalar.double.load(content, 0), scale: USDCType.Scalar.double.load(content, 8))
    }

    /// The sublayers' names, without their offsets of time.
    mutating func sublayers(_ rep: UInt64) throws(FormatError) -> [String] {
        guard USDCType(rawValue: Int(rep >> 48 & 0xFF)) == .stringVector else { return [] }
        var names: [String] = []
        for n in try numbers(at: Int(rep & 0xFFFF_FFFF_FFFF)) { names.append(try string(n)) }
        return names
    }

    /// The offsets of time of the sublayers.
    mutating func timeMaps(_ rep: UInt64) throws(FormatError) -> [USDTimeMap] {
        guard USDCType(rawValue: Int(rep >> 48 & 0xFF)) == .layerOffsetVector else { return [] }
        let place = Int(rep & 0xFFFF_FFFF_FFFF)
        let count = try int(place)
        guard count <= bytes.count / 16 else { throw damaged("list at byte \(place)") }
        try take(count, 16)
        var maps: [USDTimeMap] = []
        for i in 0..<count { maps.append(try timeMap(place + 8 + 16 * i)) }
        return maps
    }

    /// The chosen variants by their sets.
    mutating func selections(_ rep: UInt64) throws(FormatError) -> [String: String] {
        guard USDCType(rawValue: Int(rep >> 48 & 0xFF)) == .variantSelectionMap else { return [:] }
        let place = Int(rep & 0xFFFF_FFFF_FFFF)
        let count = try int(place)
        guard count <= bytes.count / 8 else { throw damaged("list at byte \(place)") }
        try take(count, 64)
        var selections: [String: String] = [:]
        for i in 0..<count {
            selections[try string(word(place + 8 + 8 * i))] = try string(word(place + 12 + 8 * i))
        }
        return selections
    }

    /// The values over time: behind a jump to the times lie a jump to the values, their number and the values.
    /// - Parameter keepsAll: false for the first only.
    mutating func samples(_ rep: UInt64, keepsAll: Bool) throws(FormatError) -> [USDSample] {
        guard USDCType(rawValue: Int(rep >> 48 & 0xFF)) == .timeSamples else { return [] }
        let start = Int(rep & 0xFFFF_FFFF_FFFF)
        let times = start + (try jump(start))
        let values = times + 8
        let place = values + (try jump(values))
        let count = try int(place)
        let codes = try doubles(UInt64(littleEndian: try slice(times, 8).loadUnaligned(as: UInt64.self)))
        guard count <= bytes.count / 8, codes.count == count else { throw damaged("value over time") }
        var list: [USDSample] = []
        for i in 0..<count {
            let rep = UInt64(littleEndian: try slice(place + 8 + 8 * i, 8).loadUnaligned(as: UInt64.self))
            let type = Int(rep >> 48 & 0xFF)
            // Samples of samples would not end.
            guard type != USDCType.timeSamples.rawValue else { throw damaged("value over time") }
            if type == USDCType.valueBlock.rawValue { continue }
            try take(1, 64)
            if let value = try value(rep) { list.append(USDSample(time: codes[i], value: value)) }
            if !keepsAll, !list.isEmpty { break }
        }
        return list
    }

    /// A list of doubles, as times are stored.
    private mutating func doubles(_ rep: UInt64) throws(FormatError) -> [Double] {
        guard USDCType(rawValue: Int(rep >> 48 & 0xFF)) == .doubleVector else { throw damaged("value over time") }
        let place = Int(rep & 0xFFFF_FFFF_FFFF)
        let count = try int(place)
        let content = try slice(place + 8, checked(count, 8))
        try take(count, 8)
        return (0..<count).map { USDCType.Scalar.double.load(content, 8 * $0) }
    }

    private func jump(_ place: Int) throws(FormatError) -> Int {
        let n = Int64(littleEndian: try slice(place, 8).loadUnaligned(as: Int64.self))
        guard n >= 0, n <= bytes.count else { throw damaged("value over time") }
        return Int(n)
    }
}

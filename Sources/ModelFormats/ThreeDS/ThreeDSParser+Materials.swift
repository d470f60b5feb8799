import Codecs
import Geometry
import Models

extension ThreeDSParser {
    /// The first colour of a range of chunks, linear; nil where there is none.
    mutating func color(_ range: Range<Int>) -> Vector3? {
        for chunk in chunks(range) {
            var cursor = cursor(chunk.range)
            switch chunk.id {
            case 0x0010, 0x0013:
                guard let r = try? cursor.float(), let g = try? cursor.float(), let b = try? cursor.float() else { return nil }
                var one = [Vector3(r, g, b)]
                guard one[0].isFinite, one[0].min() >= 0 else { return nil }
                if one[0].max() <= 1 { _ = EncodedColor.linearise(&one) }
                return one[0]
            case 0x0011, 0x0012:
                guard chunk.range.count >= 3 else { return nil }
                let i = chunk.range.lowerBound
                return SRGB.toLinear(SIMD3(bytes[i], bytes[i + 1], bytes[i + 2]))
            default: continue
            }
        }
        return nil
    }

    /// The first percentage of a range of chunks as 0…1; nil where there is none.
    private mutating func fraction(_ range: Range<Int>) -> Float? {
        for chunk in chunks(range) {
            var cursor = cursor(chunk.range)
            if chunk.id == 0x0030, let percent = try? cursor.half() { return min(Float(percent) / 100, 1) }
            if chunk.id == 0x0031, let value = try? cursor.float(), value.isFinite { return min(max(value, 0), 1) }
        }
        return nil
    }

    mutating func material(_ range: Range<Int>) throws(FormatError) -> ThreeDSMaterial {
        var material = ThreeDSMaterial()
        for chunk in chunks(range) {
            var cursor = cursor(chunk.range)
            switch chunk.id {
            case 0xA000: material.name = cursor.text()
            case 0xA020: material.diffuse = color(chunk.range) ?? material.diffuse
            case 0xA030: material.specular = color(chunk.range) ?? material.specular
            case 0xA040: material.shininess = fraction(chunk.range) ?? 0
            case 0xA041: material.shininessStrength = fraction(chunk.range) ?? 0
            case 0xA050: material.transparency = fraction(chunk.range) ?? 0
            case 0xA080: material.selfIllumination = 1
            case 0xA081: material.isTwoSided = true
            case 0xA084: material.selfIllumination = fraction(chunk.range) ?? 0
            case 0xA200: material.map = try map(chunk.range)
            case 0xA210: material.opacityMap = try map(chunk.range)
            case 0xA33D: material.selfIlluminationMap = try map(chunk.range)
            case 0xA204: material.others.append("highlights")
            case 0xA220: material.others.append("reflections")
            case 0xA230: material.others.append("heights")
            case 0xA33A: material.others.append("a second texture")
            case 0xA33C: material.others.append("shininess")
            default: break
            }
        }
        return material
    }

    /// An image; nil where it has no name.
    private mutating func map(_ range: Range<Int>) throws(FormatError) -> ThreeDSMap? {
        var map = ThreeDSMap()
        for chunk in chunks(range) {
            var cursor = cursor(chunk.range)
            switch chunk.id {
            case 0xA300: map.file = cursor.text()
            case 0xA351: map.tiling = try cursor.half()
            case 0xA354: map.scale.x = try cursor.double()
            case 0xA356: map.scale.y = try cursor.double()
            case 0xA358: map.offset.x = try cursor.double()
            case 0xA35A: map.offset.y = try cursor.double()
            case 0xA35C: map.rotation = try cursor.double()
            default: break
            }
        }
        // Writers that leave the scale out store 0.
        if map.scale.x == 0 { map.scale.x = 1 }
        if map.scale.y == 0 { map.scale.y = 1 }
        return map.file.isEmpty ? nil : map
    }

    // MARK: Keyframer

    mutating func readKeyframer(_ range: Range<Int>) throws(FormatError) {
        for chunk in chunks(range) {
            let kind: ThreeDSNode.Kind
            switch chunk.id {
            case 0xB002: kind = .object
            case 0xB003: kind = .camera
            case 0xB004: kind = .cameraTarget
            case 0xB005, 0xB007: kind = .light
            case 0xB006: kind = .lightTarget
            default: continue
            }
            var node = ThreeDSNode(kind: kind)
            for part in chunks(chunk.range) {
                var cursor = cursor(part.range)
                switch part.id {
                case 0xB030: node.id = try cursor.half()
                case 0xB010:
                    node.name = cursor.text()
                    _ = try cursor.word()
                    let parent = try cursor.half()
                    node.parent = parent == 0xFFFF ? nil : parent
                case 0xB011: node.instanceName = cursor.text()
                case 0xB013: node.pivot = try cursor.vector()
                case 0xB020: node.positions = try track(&cursor, width: 3)
                case 0xB021: node.rotations = try track(&cursor, width: 4)
                case 0xB022: node.scales = try track(&cursor, width: 3)
                case 0xB024: node.rolls = try track(&cursor, width: 1)
                case 0xB029: file.notes.append("Tracks that hide objects are not read.")
                default: break
                }
            }
            file.nodes.append(node)
        }
    }

    private func track(_ cursor: inout Cursor, width: Int) throws(FormatError) -> ThreeDSTrack {
        _ = try cursor.half()
        _ = try cursor.word()
        _ = try cursor.word()
        let count = try cursor.count("keys", bytesEach: 6 + 4 * width, isWord: true)
        var track = ThreeDSTrack()
        for _ in 0..<count {
            var key = ThreeDSTrack.Key(frame: Double(try cursor.word()), value: .zero)
            let flags = try cursor.half()
            for bit in 0..<5 where flags & (1 << bit) != 0 {
                let value = min(max(try cursor.double(), -1), 1)
                switch bit {
                case 0: key.tension = value
                case 1: key.continuity = value
                case 2: key.bias = value
                default: break
                }
            }
            for k in 0..<width { key.value[k] = try cursor.double() }
            if track.keys.last.map({ $0.frame < key.frame }) ?? true { track.keys.append(key) }
        }
        return track
    }
}

import Codecs
import Geometry

/// The type of a number in an extra bytes record (LAS 1.4 R15, table 24).
enum LASNumber: Int {
    case uint8 = 1
    case int8, uint16, int16, uint32, int32, uint64, int64, float, double

    init(_ type: PointAttribute.Scalar) {
        switch type {
        case .uint8: self = .uint8
        case .uint16: self = .uint16
        case .uint32: self = .uint32
        case .int8: self = .int8
        case .int16: self = .int16
        case .int32: self = .int32
        case .float: self = .float
        case .double: self = .double
        }
    }

    var size: Int {
        switch self {
        case .uint8, .int8: 1
        case .uint16, .int16: 2
        case .uint32, .int32, .float: 4
        case .uint64, .int64, .double: 8
        }
    }

    /// The type in memory: doubles for integers of 64 bits.
    var type: PointAttribute.Scalar {
        switch self {
        case .uint8: .uint8
        case .int8: .int8
        case .uint16: .uint16
        case .int16: .int16
        case .uint32: .uint32
        case .int32: .int32
        case .float: .float
        case .uint64, .int64, .double: .double
        }
    }

    /// The number at an address.
    @inline(__always) func load(_ place: UnsafeRawPointer) -> Double {
        func integer<T: FixedWidthInteger>(_: T.Type) -> T { T(littleEndian: place.loadUnaligned(as: T.self)) }
        return switch self {
        case .uint8: Double(integer(UInt8.self))
        case .int8: Double(integer(Int8.self))
        case .uint16: Double(integer(UInt16.self))
        case .int16: Double(integer(Int16.self))
        case .uint32: Double(integer(UInt32.self))
        case .int32: Double(integer(Int32.self))
        case .uint64: Double(integer(UInt64.self))
        case .int64: Double(integer(Int64.self))
        case .float: Double(Float(bitPattern: integer(UInt32.self)))
        case .double: Double(bitPattern: integer(UInt64.self))
        }
    }
}

/// A value of each point record that becomes an attribute.
struct LASField {
    /// How the value is stored.
    enum Source {
        /// Bits of a byte.
        case bits(shift: UInt8, mask: UInt8)
        /// A number of one of the attributes' types.
        case number(PointAttribute.Scalar)
        /// Steps of 0.006 degrees in 16 bits.
        case angle
        /// A number times `scale` plus `offset`.
        case scaled(LASNumber, scale: Double, offset: Double)
    }

    var name: String
    /// What the file says about it.
    var details: String?
    /// In the record, in bytes.
    var offset: Int
    var source: Source
    /// The default value: where all points have it, the field is not kept as an attribute.
    var usual: UInt8 = 0

    /// Degrees in a step of the scan angle of point formats 6 to 10.
    static let angleStep: Float = 0.006

    /// The type of the attribute.
    var type: PointAttribute.Scalar {
        switch source {
        case .bits: .uint8
        case .number(let type): type
        case .angle: .float
        // Floats hold the products of short integers well enough, if nothing large is added.
        case .scaled(let number, _, let offset): number.size <= 2 && offset == 0 ? .float : .double
        }
    }

    /// Bytes in the record.
    var size: Int {
        switch source {
        case .bits: 1
        case .number(let type): type.size
        case .angle: 2
        case .scaled(let number, _, _): number.size
        }
    }

    /// The fields of a point format, without coordinates, colours, waveforms and extra bytes.
    static func standard(_ format: Int) -> [LASField] {
        typealias Name = PointAttribute.Name
        func bits(_ name: String, _ offset: Int, _ shift: UInt8, _ count: UInt8, usual: UInt8 = 0) -> LASField {
            LASField(name: name, offset: offset, source: .bits(shift: shift, mask: 1 << count - 1), usual: usual)
        }
        func number(_ name: String, _ offset: Int, _ type: PointAttribute.Scalar) -> LASField {
            LASField(name: name, offset: offset, source: .number(type))
        }
        let intensity = number(Name.intensity, 12, .uint16)
        guard format >= 6 else {
            let time = [1: 20, 3: 20, 4: 20, 5: 20][format].map { [number(Name.gpsTime, $0, .double)] } ?? []
            return [
                intensity, bits(Name.returnNumber, 14, 0, 3, usual: 1), bits(Name.returnCount, 14, 3, 3, usual: 1),
                bits(Name.scanDirection, 14, 6, 1), bits(Name.edgeOfFlightLine, 14, 7, 1), bits(Name.classification, 15, 0, 5),
                bits(Name.classificationFlags, 15, 5, 3), number(Name.scanAngle, 16, .int8), number(Name.userData, 17, .uint8),
                number(Name.pointSource, 18, .uint16),
            ] + time
        }
        return [
            intensity, bits(Name.returnNumber, 14, 0, 4, usual: 1), bits(Name.returnCount, 14, 4, 4, usual: 1),
            bits(Name.classificationFlags, 15, 0, 4), bits(Name.scannerChannel, 15, 4, 2), bits(Name.scanDirection, 15, 6, 1),
            bits(Name.edgeOfFlightLine, 15, 7, 1), number(Name.classification, 16, .uint8), number(Name.userData, 17, .uint8),
            LASField(name: Name.scanAngle, offset: 18, source: .angle), number(Name.pointSource, 20, .uint16),
            number(Name.gpsTime, 22, .double),
        ] + (format == 8 || format == 10 ? [number(Name.nearInfrared, 36, .uint16)] : [])
    }

    /// What is behind the name of an attribute that a standard field can't hold.
    static let extraSuffix = "_extra"
}

extension LASHeader {
    /// The fields that become attributes; notes what does not.
    func fields(_ notes: inout [String]) -> [LASField] {
        var standard = LASField.standard(format)
        for k in standard.indices where standard[k].name == PointAttribute.Name.gpsTime {
            standard[k].details = isWeekTime ? LASAttributes.weekTime : LASAttributes.standardTime
        }
        if [4, 5, 9, 10].contains(format) { notes.append("Waveforms were not imported.") }
        let names = Set(standard.map(\.name))
        // Where the extra bytes end that records describe.
        var end = Self.minLengths[format]
        var extra: [LASField] = []
        for item in extraBytes {
            guard item.size > 0, item.size <= recordLength - end else { break }
            if let number = item.number {
                let stem = item.name.isEmpty ? "extra_bytes" : item.name
                for k in 0..<item.count {
                    var name = PointAttribute.Name.standard(stem).flatMap { names.contains($0) ? nil : $0 } ?? stem
                    let short = String(name.dropLast(LASField.extraSuffix.count))
                    if name.hasSuffix(LASField.extraSuffix), names.contains(short) { name = short }
                    if item.count > 1 { name += "[\(k)]" }
                    let isPlain =
                        item.scale[k] == 1 && item.offset[k] == 0 && number.type.size == number.size
                        && !(number == .uint64 || number == .int64)
                    extra.append(
                        LASField(
                            name: name, details: item.details.isEmpty ? nil : item.details, offset: end + k * number.size,
                            source: isPlain ? .number(number.type) : .scaled(number, scale: item.scale[k], offset: item.offset[k])))
                }
            } else {
                notes.append("The extra bytes \(Text.quote(item.name, limit: 32)) have no type and were not imported.")
            }
            end += item.size
        }
        if end < recordLength {
            notes.append("\(Text.bytes(recordLength - end)) of each point that no record describes were not imported.")
        }
        return standard + extra
    }
}

/// A value that a file adds to each point record (LAS 1.4 R15, the extra bytes record).
struct LASExtraBytes {
    var name: String
    var details: String
    /// nil for bytes without a type.
    var number: LASNumber?
    /// Numbers in the value: 1, or in old files 2 or 3.
    var count: Int
    /// Bytes of the value.
    var size: Int
    /// One for each number.
    var scale: [Double]
    var offset: [Double]

    /// Bytes of a description.
    static let length = 192

    /// - Parameter place: where the description begins, which is there in full.
    init(_ file: LittleEndianBytes, at place: Int) {
        let type = file.uint8(place + 2)
        let options = file.uint8(place + 3)
        name = file.text(place + 4, 32)
        details = file.text(place + 160, 32)
        number = type == 0 ? nil : LASNumber(rawValue: (type - 1) % 10 + 1)
        if type > 30 { number = nil }
        let count = type == 0 ? 1 : (type - 1) / 10 + 1
        self.count = count
        size = number.map { $0.size * count } ?? (type == 0 ? options : 0)
        func numbers(_ bit: Int, _ start: Int, _ usual: Double) -> [Double] {
            (0..<count).map { k in
                guard type != 0, options & bit != 0, k < 3 else { return usual }
                let x = file.double(place + start + 8 * k)
                return x.isFinite ? x : usual
            }
        }
        scale = numbers(8, 112, 1).map { $0 == 0 ? 1 : $0 }
        offset = numbers(16, 136, 0)
    }
}

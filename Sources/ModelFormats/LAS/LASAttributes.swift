import Codecs
import Geometry

/// How the attributes of a cloud are stored in point records of the formats 6, 7 and 8: in the fields that the format has for them,
/// and others as extra bytes.
struct LASAttributes {
    /// Where the values of an attribute go.
    private enum Target {
        /// Bits of a byte.
        case bits(offset: Int, shift: UInt8, mask: UInt8)
        case uint8(Int)
        case uint16(Int)
        /// Steps of 0.006 degrees.
        case angle(Int)
        case double(Int)
        /// An intensity of another range, which becomes 0…65535.
        case intensity(low: Double, high: Double)
        /// As they are.
        case extra(Int)
    }

    /// Point data record format: 6, 7 with colours, 8 with near infrared.
    let format: Int
    /// Bytes of a record.
    let stride: Int
    /// Bytes behind those of the format.
    let extraSize: Int
    /// Whether GPS times are not adjusted standard ones, but seconds of the week or of another beginning.
    let isWeekTime: Bool
    private(set) var losses: [Loss] = []
    private var columns: [(numbers: AttributeNumbers, target: Target)] = []
    private var returnNumbers: AttributeNumbers?
    /// The record that describes the extra bytes; empty where there are none.
    private(set) var description: [UInt8] = []

    private static let lengths = [6: 30, 7: 36, 8: 38]
    /// Bytes of a name.
    private static let maxName = 31
    /// Descriptions that a variable length record can hold.
    private static let maxExtra = 65535 / LASExtraBytes.length

    /// What GPS times of a file are, as `PointAttribute.details` says it.
    static let weekTime = "seconds of the GPS week"
    static let standardTime = "adjusted standard GPS time"

    /// Names that readers know as dimensions of their own.
    private static let reserved = [
        "x", "y", "z", "red", "green", "blue", "bit_fields", "raw_classification", "scan_angle_rank", "synthetic", "key_point",
        "withheld", "overlap",
    ]

    init(_ cloud: PointCloud) {
        typealias Name = PointAttribute.Name
        let hasColors = !cloud.colors.isEmpty
        let infrared = hasColors ? cloud.attribute(Name.nearInfrared).map { Self.fits($0, 65535) } ?? false : false
        format = infrared ? 8 : hasColors ? 7 : 6
        let time = cloud.attribute(Name.gpsTime)?.details
        isWeekTime = time != nil && time != Self.standardTime
        var place = Self.lengths[format] ?? 30
        let start = place
        let known = LASField.standard(format)
        var extra: [PointAttribute] = []
        var isRounded = false
        for attribute in cloud.attributes {
            guard let field = known.first(where: { $0.name == attribute.name }) else {
                extra.append(attribute)
                continue
            }
            if let target = Self.target(field, attribute) {
                let numbers = AttributeNumbers(attribute.values)
                columns.append((numbers, target))
                if field.name == Name.returnNumber { returnNumbers = numbers }
                if case .angle = target, !Self.areSteps(numbers, count: attribute.values.count) { isRounded = true }
                if case .intensity(let low, let high) = target {
                    losses.append(
                        Loss(
                            .precision,
                            "Intensities from \(low) to \(high) were rounded to integers from 0 to 65535, which LAS stores."))
                }
            } else {
                var copy = attribute
                copy.name += LASField.extraSuffix
                extra.append(copy)
            }
        }
        if isRounded { losses.append(Loss(.precision, "Scan angles were rounded to 0.006°, the step of LAS.")) }
        if extra.count > Self.maxExtra {
            losses.append(
                Loss(.attributes, "LAS stores \(Self.maxExtra) further attributes; \(extra.count - Self.maxExtra) were omitted."))
            extra.removeLast(extra.count - Self.maxExtra)
        }
        var w = LittleEndianWriter()
        let short = extra.map { attribute in
            var copy = attribute
            copy.name = Self.shortened(attribute.name)
            return copy
        }
        // The numbers stay in memory as those of the cloud.
        let names = AttributeColumn.columns(short, used: Self.reserved + known.map(\.name)) { $0.value >= 32 && $0.value != 127 }
        for (column, attribute) in zip(names, extra) {
            w.extraBytes(column.name, LASNumber(column.type), details: attribute.details ?? "")
            columns.append((column.numbers, .extra(place)))
            place += column.size
        }
        let renamed = zip(names, extra).map { AttributeColumn($1, name: $0.name) }
        if let loss = AttributeColumn.nameLoss(renamed, "LAS") { losses.append(loss) }
        description = w.bytes
        stride = place
        extraSize = place - start
    }

    /// A name of few enough bytes, whose end may be a number.
    private static func shortened(_ name: String) -> String {
        var result = name
        while result.utf8.count > maxName - 4, name.utf8.count > maxName { result.removeLast() }
        return result
    }

    private static func fits(_ attribute: PointAttribute, _ most: Double) -> Bool { attribute.values.areIntegers(in: 0...most) }

    /// Where a standard field stores the values; nil if it can't.
    private static func target(_ field: LASField, _ attribute: PointAttribute) -> Target? {
        switch field.source {
        case .bits(let shift, let mask):
            return fits(attribute, Double(mask)) ? .bits(offset: field.offset, shift: shift, mask: mask) : nil
        case .number(.uint8): return fits(attribute, 255) ? .uint8(field.offset) : nil
        case .number(.uint16):
            if fits(attribute, 65535) { return .uint16(field.offset) }
            guard field.name == PointAttribute.Name.intensity, let range = attribute.values.range else { return nil }
            if range.lowerBound >= 0, range.upperBound <= 1 { return .intensity(low: 0, high: 1) }
            // The range of PTS files.
            if range.lowerBound >= -2048, range.upperBound <= 2047 { return .intensity(low: -2048, high: 2047) }
            return .intensity(low: range.lowerBound, high: max(range.upperBound, range.lowerBound + 1e-9))
        case .angle:
            guard let range = attribute.values.range, max(-range.lowerBound, range.upperBound) < 196 else { return nil }
            return .angle(field.offset)
        case .number(.double): return .double(field.offset)
        default: return nil
        }
    }

    /// Whether all angles are whole numbers of steps.
    private static func areSteps(_ numbers: AttributeNumbers, count: Int) -> Bool {
        (0..<count).allSatisfy { i in
            let steps = numbers.value(i) / 0.006
            return abs(steps - steps.rounded()) < 0.01
        }
    }

    /// Stores the values of point `i` in its record, which has zeros for them, or 1 for return number and number of returns.
    @inline(__always) func store(_ i: Int, _ row: UnsafeMutableRawPointer) {
        for k in columns.indices {
            let numbers = columns[k].numbers
            switch columns[k].target {
            case .bits(let offset, let shift, let mask):
                let rest = row.load(fromByteOffset: offset, as: UInt8.self) & ~(mask << shift)
                row.storeBytes(of: rest | UInt8(numbers.value(i)) << shift, toByteOffset: offset, as: UInt8.self)
            case .uint8(let offset): row.storeBytes(of: UInt8(numbers.value(i)), toByteOffset: offset, as: UInt8.self)
            case .uint16(let offset):
                row.storeBytes(of: UInt16(numbers.value(i)).littleEndian, toByteOffset: offset, as: UInt16.self)
            case .angle(let offset):
                let x = numbers.value(i)
                let steps = x.isFinite ? Int16((x / 0.006).rounded()) : 0
                row.storeBytes(of: steps.littleEndian, toByteOffset: offset, as: Int16.self)
            case .double(let offset):
                row.storeBytes(of: numbers.value(i).bitPattern.littleEndian, toByteOffset: offset, as: UInt64.self)
            case .intensity(let low, let high):
                let x = (numbers.value(i) - low) / (high - low)
                let code = x > 0 ? UInt16((min(x, 1) * 65535).rounded()) : 0
                row.storeBytes(of: code.littleEndian, toByteOffset: 12, as: UInt16.self)
            case .extra(let offset): numbers.store(i, row + offset)
            }
        }
    }

    /// How many points are the first return of their pulse, the second, and so on, of `count`.
    func returns(_ count: Int) -> [Int] {
        var counts = [Int](repeating: 0, count: 15)
        guard let returnNumbers else {
            counts[0] = count
            return counts
        }
        for i in 0..<count {
            let number = Int(returnNumbers.value(i))
            if number >= 1 { counts[number - 1] += 1 }
        }
        return counts
    }
}

extension LittleEndianWriter {
    /// The description of a value of the extra bytes.
    fileprivate mutating func extraBytes(_ name: String, _ number: LASNumber, details: String) {
        uint16(0)
        bytes += [UInt8(number.rawValue), 0]
        text(name, 32)
        // No limits, scale and offset.
        bytes += [UInt8](repeating: 0, count: 4 + 5 * 24)
        text(details, 32)
    }
}

import Foundation
import GRDB

/// Where a memory is pinned, in the metres of its space.
public struct MemoryAnchor: Sendable, Equatable, Codable {
    /// The point on the surface that it belongs to.
    public var point: [Double]
    /// The surface's direction there, of length 1.
    public var normal: [Double]
    /// The object that it belongs to.
    public var object: Object?
    /// From the point to the foot of the cue.
    public var offset: [Double]
    /// How far above its foot the cue stands.
    public var height: Double
    /// The floating screen of a photo or video.
    public var screen: Screen?
    /// How it stands after a re-scan: `held`, `moved`, or `lost` where its surface is gone.
    public var state: String

    /// An object of the space, as a chair that segmentation found.
    public struct Object: Sendable, Equatable, Codable {
        /// Id of the object within its space, 1 to 200 characters.
        public var id: String
        /// Display name, at most 200 characters.
        public var name: String

        /// Creates a reference; `check` tests the lengths.
        public init(id: String, name: String) { (self.id, self.name) = (id, name) }
    }

    /// A floating rectangle that shows a photo or video.
    public struct Screen: Sendable, Equatable, Codable {
        /// Centre: x, y, z in metres.
        public var position: [Double]
        /// A quaternion: x, y, z, w.
        public var rotation: [Double]
        /// Width and height.
        public var size: [Double]

        /// Creates a screen; `check` tests sizes and ranges.
        public init(position: [Double], rotation: [Double], size: [Double]) {
            self.position = position
            self.rotation = rotation
            self.size = size
        }
    }

    /// The position of the cue: the screen's, else `height` above the point + offset.
    public var cuePosition: [Double] {
        screen?.position ?? [point[0] + offset[0], point[1] + offset[1] + height, point[2] + offset[2]]
    }

    private enum CodingKeys: CodingKey { case point, normal, object, offset, height, screen, state }

    /// What is left out besides the point has its usual value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        point = try container.decode([Double].self, forKey: .point)
        normal = try container.decodeIfPresent([Double].self, forKey: .normal) ?? [0, 1, 0]
        object = try container.decodeIfPresent(Object.self, forKey: .object)
        offset = try container.decodeIfPresent([Double].self, forKey: .offset) ?? [0, 0, 0]
        height = try container.decodeIfPresent(Double.self, forKey: .height) ?? 0
        screen = try container.decodeIfPresent(Screen.self, forKey: .screen)
        state = try container.decodeIfPresent(String.self, forKey: .state) ?? "held"
    }

    /// All keys are written, absent values as null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(point, forKey: .point)
        try container.encode(normal, forKey: .normal)
        try container.encode(object, forKey: .object)
        try container.encode(offset, forKey: .offset)
        try container.encode(height, forKey: .height)
        try container.encode(screen, forKey: .screen)
        try container.encode(state, forKey: .state)
    }

    /// At a point, and all else as usual.
    public init(
        point: [Double], normal: [Double] = [0, 1, 0], object: Object? = nil, offset: [Double] = [0, 0, 0], height: Double = 0,
        screen: Screen? = nil, state: String = "held"
    ) {
        self.point = point
        self.normal = normal
        self.object = object
        self.offset = offset
        self.height = height
        self.screen = screen
        self.state = state
    }

    /// - Throws: `LibraryError` of kind `invalidValue` where a vector has the wrong size or a number is out of range.
    package func check() throws(LibraryError) {
        try Self.check(point, count: 3, as: "the point of an anchor", within: 100_000)
        try Self.check(normal, count: 3, as: "the normal of an anchor", within: 2)
        try Self.check(offset, count: 3, as: "the offset of an anchor", within: 1000)
        try Self.check([height], count: 1, as: "the height of an anchor", within: 1000)
        if let object {
            _ = try Check.line(object.id, "the id of an object", characters: 200)
            _ = try Check.text(object.name, "the name of an object", characters: 200)
        }
        if let screen {
            try Self.check(screen.position, count: 3, as: "the position of a screen", within: 100_000)
            try Self.check(screen.rotation, count: 4, as: "the rotation of a screen", within: 2)
            try Self.check(screen.size, count: 2, as: "the size of a screen", within: 1000)
            if screen.size.contains(where: { $0 <= 0 }) {
                throw LibraryError(.invalidValue, "the size of a screen must be above 0")
            }
        }
        if !["held", "moved", "lost"].contains(state) {
            throw LibraryError(.invalidValue, "the state of an anchor must be held, moved or lost")
        }
    }

    private static func check(_ values: [Double], count: Int, as what: String, within bound: Double) throws(LibraryError) {
        if values.count != count || !values.allSatisfy({ abs($0) <= bound }) {
            throw LibraryError(
                .invalidValue, "\(what) must be \(count == 1 ? "a number" : "\(count) numbers") of at most \(Int(bound))")
        }
    }
}

/// From where, and through what lens, the creator of a memory looked when it was pinned.
public struct Viewpoint: Sendable, Equatable, Codable {
    /// Camera to world, column-major, metres.
    public var matrix: [Double]
    /// Vertical, in radians.
    public var fieldOfView: Double
    /// Width by height.
    public var aspect: Double

    /// - Throws: `LibraryError` of kind `invalidValue` where it is no view.
    public init(matrix: [Double], fieldOfView: Double, aspect: Double) throws(LibraryError) {
        let isPose = matrix.count == 16 && matrix.allSatisfy { abs($0) <= 100_000 }
        guard isPose, fieldOfView > 0, fieldOfView < .pi, aspect > 0, aspect <= 100 else {
            throw LibraryError(
                .invalidValue, "a viewpoint has a matrix of 16 numbers, a field of view between 0 and pi, and an aspect above 0")
        }
        self.matrix = matrix
        self.fieldOfView = fieldOfView
        self.aspect = aspect
    }

    /// Reads what `data` wrote: 18 little-endian doubles; nil for anything else.
    package init?(_ data: Data) {
        guard data.count == 18 * 8 else { return nil }
        let bytes = [UInt8](data)
        let values = (0..<18).map { i in
            Double(bitPattern: (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[8 * i + $1]) << (8 * UInt64($1)) })
        }
        guard let read = try? Viewpoint(matrix: Array(values[..<16]), fieldOfView: values[16], aspect: values[17]) else {
            return nil
        }
        self = read
    }

    /// As the catalogue stores it.
    package var data: Data {
        Data(
            (matrix + [fieldOfView, aspect]).flatMap { value in
                (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) }
            })
    }
}

/// An anchor as JSON text: `{}` for a memory without a position. What is no anchor, as another device may have sent it, is none.
package struct StoredAnchor: CellValue, Codable, Equatable {
    package var anchor: MemoryAnchor?

    package init(anchor: MemoryAnchor?) { self.anchor = anchor }

    package init(text: String) {
        anchor = JSONText.read(MemoryAnchor.self, text).flatMap { (try? $0.check()) == nil ? nil : $0 }
    }

    package var text: String { anchor.map { JSONText.of($0) } ?? "{}" }

    package var cell: DatabaseValue { text.databaseValue }

    package init?(cell: DatabaseValue) {
        guard let text = String.fromDatabaseValue(cell) else { return nil }
        self.init(text: text)
    }

    /// Inside of other JSON, the text is a string.
    package init(from decoder: any Decoder) throws { self.init(text: try decoder.singleValueContainer().decode(String.self)) }

    package func encode(to encoder: any Encoder) throws {
        var single = encoder.singleValueContainer()
        try single.encode(text)
    }
}

/// The bytes of a viewpoint: `Viewpoint.data`.
extension Viewpoint: CellValue {
    package var cell: DatabaseValue { data.databaseValue }

    package init?(cell: DatabaseValue) {
        guard let data = Data.fromDatabaseValue(cell) else { return nil }
        self.init(data)
    }
}

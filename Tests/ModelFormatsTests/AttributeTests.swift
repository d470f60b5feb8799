import Codecs
import ModelFormats
import Foundation
import Geometry
import TestSupport
import Testing

/// Attributes of points through every cloud format.
@Suite struct AttributeTests {
    private typealias Name = PointAttribute.Name

    /// An attribute of each type, with the smallest and the largest numbers of integers.
    private static func fields(_ n: Int) -> [PointAttribute] {
        func integers<T: FixedWidthInteger>(_: T.Type) -> [T] {
            (0..<n).map { $0 == 0 ? T.min : $0 == 1 ? T.max : T(truncatingIfNeeded: $0 &* 2_654_435_761 >> 3) }
        }
        let fractions = (0..<n).map { (i: Int) -> Float in Float(i) * 0.1 - 3 }
        let times = (0..<n).map { (i: Int) -> Double in Double(i) * 1e-7 + 86_399.123456789 }
        return [
            PointAttribute("a8", .uint8(integers(UInt8.self))), PointAttribute("b8", .int8(integers(Int8.self))),
            PointAttribute("a16", .uint16(integers(UInt16.self))), PointAttribute("b16", .int16(integers(Int16.self))),
            PointAttribute("a32", .uint32(integers(UInt32.self))), PointAttribute("b32", .int32(integers(Int32.self))),
            PointAttribute("fraction", .float(fractions)), PointAttribute("time_of_day", .double(times)),
        ]
    }

    /// What a laser scanner records, in the types of LAS 1.4.
    private static func records(_ n: Int) -> [PointAttribute] {
        var list: [PointAttribute] = []
        func bytes(_ name: String, _ value: (Int) -> Int) {
            list.append(PointAttribute(name, .uint8((0..<n).map { UInt8(value($0)) })))
        }
        func words(_ name: String, _ value: (Int) -> Int) {
            list.append(PointAttribute(name, .uint16((0..<n).map { UInt16(value($0) & 0xFFFF) })))
        }
        words(Name.intensity) { $0 * 977 }
        bytes(Name.returnNumber) { $0 % 4 + 1 }
        bytes(Name.returnCount) { $0 % 4 + 2 + $0 / 4 % 3 }
        bytes(Name.classificationFlags) { $0 / 5 & 15 }
        bytes(Name.scannerChannel) { $0 / 7 & 3 }
        bytes(Name.scanDirection) { $0 / 11 & 1 }
        bytes(Name.edgeOfFlightLine) { $0 / 13 & 1 }
        bytes(Name.classification) { $0 / 3 & 255 }
        bytes(Name.userData) { $0 * 7 & 255 }
        words(Name.pointSource) { $0 / 17 }
        let angles = (0..<n).map { (i: Int) -> Float in
            let steps = Int16(i % 60_001 - 30_000)
            return Float(steps) * 0.006
        }
        list.append(PointAttribute(Name.scanAngle, .float(angles)))
        let times = (0..<n).map { (i: Int) -> Double in
            let start: Double = i % 29 == 0 ? 3e8 : 1e8
            return start + Double(i / 4) * 1.25e-5
        }
        list.append(PointAttribute(Name.gpsTime, .double(times), details: "adjusted standard GPS time"))
        words(Name.nearInfrared) { $0 * 31 }
        return list
    }

    private static func cloud(_ n: Int, _ attributes: [PointAttribute]) -> PointCloud {
        var cloud = LASTests.hall(n)
        cloud.attributes = attributes
        return cloud
    }

    private func check(_ again: Model, _ cloud: PointCloud, named: (String) -> String = { $0 }) throws {
        let result = try #require(again.cloud)
        for attribute in cloud.attributes {
            let name = named(attribute.name)
            let found = try #require(result.attribute(name), "\(name) is missing")
            #expect(found.values == attribute.values, "\(name)")
        }
        #expect(result.attributes.count == cloud.attributes.count)
    }

    @Test(arguments: [false, true]) func `LAS and LAZ keep all values of records and extra bytes`(compressed: Bool) throws {
        // More than one chunk of LAZ.
        let cloud = Self.cloud(60_001, Self.records(60_001) + Self.fields(60_001))
        let bytes = try bytesWritten("a.las") { try LAS.write(Model(cloud), to: $0, compressed: compressed) }
        #expect(bytes[104] == (compressed ? 0x88 : 8))
        let again = try read(bytes, "a.las")
        try check(again, cloud)
        #expect(again.colors == cloud.colors)
        #expect(again.cloud?.attribute(Name.gpsTime)?.details == "adjusted standard GPS time")
        // Each part alone: layers of others are empty.
        for attribute in Self.records(5000).prefix(12) + Self.fields(5000) {
            let cloud = Self.cloud(5000, [attribute])
            let bytes = try bytesWritten("a.las") { try LAS.write(Model(cloud), to: $0, compressed: compressed) }
            try check(try read(bytes, "a.las"), cloud)
        }
    }

    @Test(arguments: [false, true]) func `What LAS has no room for in its fields becomes extra bytes`(compressed: Bool) throws {
        var cloud = PointCloud(positions: (0..<5).map { Vector3(Float($0), 0, 0) })
        cloud.attributes = [
            PointAttribute(Name.classification, .int32([0, 1, 70_000, 3, -4])),
            PointAttribute(Name.nearInfrared, .uint16([1, 2, 3, 4, 5])),
            PointAttribute(Name.returnNumber, .uint8([1, 1, 1, 1, 16])),
            PointAttribute(Name.confidence, .uint8([2, 1, 0, 1, 2])),
            PointAttribute("a name that is longer than LAS allows", .uint8([1, 2, 3, 4, 5])),
        ]
        var losses: [Loss] = []
        let bytes = try bytesWritten("a.las") { losses = try LAS.write(Model(cloud), to: $0, compressed: compressed) }
        #expect(losses.contains { $0.kind == .names && $0.sentence.contains("longer") })
        let again = try read(bytes, "a.las")
        try check(again, cloud) { $0.count > 31 ? String($0.prefix(27)) : $0 }
    }

    @Test func `Intensities of other ranges are scaled for LAS, and a loss says so`() throws {
        var cloud = PointCloud(positions: (0..<3).map { Vector3(Float($0), 0, 0) })
        cloud.attributes = [PointAttribute(Name.intensity, .float([0, 0.5, 1]))]
        var losses: [Loss] = []
        let bytes = try bytesWritten("a.las") { losses = try LAS.write(Model(cloud), to: $0, compressed: false) }
        #expect(losses.contains { $0.kind == .precision && $0.sentence.contains("Intensities") })
        #expect(try read(bytes, "a.las").cloud?.attribute(Name.intensity)?.values == .uint16([0, 32768, 65535]))
    }

    @Test func `A cloud without attributes has none after LAS`() throws {
        for compressed in [false, true] {
            let bytes = try bytesWritten("a.las") { try LAS.write(Model(Sample.cloud), to: $0, compressed: compressed) }
            #expect(try read(bytes, "a.las").cloud?.attributes.isEmpty == true)
        }
    }

    @Test(arguments: PCD.Encoding.allCases) func `PCD keeps any field`(encoding: PCD.Encoding) throws {
        let cloud = Self.cloud(300, Self.records(300) + Self.fields(300))
        try check(try read(try bytesWritten("a.pcd") { try PCD.write(Model(cloud), to: $0, encoding: encoding) }, "a.pcd"), cloud)
    }

    @Test(arguments: PLY.Encoding.allCases) func `PLY keeps any property of a cloud`(encoding: PLY.Encoding) throws {
        let cloud = Self.cloud(300, Self.records(300) + Self.fields(300))
        var model = Model(cloud)
        try check(try read(try bytesWritten("a.ply") { try PLY.write(model, to: $0, encoding: encoding) }, "a.ply"), cloud)
        // Positions as doubles.
        model.origin = SIMD3(412_345, 0, -5_412_345)
        try check(try read(try bytesWritten("a.ply") { try PLY.write(model, to: $0, encoding: encoding) }, "a.ply"), cloud)
    }

    @Test func `Names that a format does not allow are changed, and a loss says so`() throws {
        var cloud = PointCloud(positions: [Vector3(1, 2, 3), Vector3(4, 5, 6)])
        cloud.attributes = [
            PointAttribute("Echo Width", .float([1.5, 2])), PointAttribute("x", .uint8([3, 4])),
            PointAttribute("", .int16([5, -6])),
        ]
        for name in ["a.ply", "a.pcd"] {
            var losses: [Loss] = []
            let bytes = try bytesWritten(name) { losses = try ModelFile.write(Model(cloud), to: $0) }
            #expect(losses.contains { $0.kind == .names && $0.sentence.contains("Echo_Width") })
            let again = try #require(try read(bytes, name).cloud)
            #expect(again.attributes.map(\.name) == ["Echo_Width", "x_2", "attribute"])
            #expect(again.attributes.map(\.values) == cloud.attributes.map(\.values) && again.positions == cloud.positions)
        }
    }

    @Test func `E57 keeps attributes of several scans`() throws {
        let n = 30_000
        let times = Self.records(n).first { $0.name == Name.gpsTime }
        let grid: [PointAttribute] = [
            PointAttribute(Name.row, .uint16((0..<n).map { UInt16($0 / 100) })),
            PointAttribute(Name.column, .uint8((0..<n).map { UInt8($0 % 100) })),
        ]
        let others = Self.records(n).filter { $0.name != Name.gpsTime } + Self.fields(n)
        let cloud = Self.cloud(n, others + grid + [times].compactMap { $0 })
        var model = Model(cloud)
        try check(try read(try bytesWritten("a.e57") { try E57.write(model, to: $0) }, "a.e57"), cloud)
        let pose = RigidTransform(rotation: Quaternion(angle: 1, axis: Vector3(0, 1, 0)), translation: Vector3(1, 2, 3))
        model.scans = [Scan(name: "a", pose: pose, points: 0..<11_000), Scan(name: "b", pose: .identity, points: 11_000..<n)]
        let again = try read(try bytesWritten("a.e57") { try E57.write(model, to: $0) }, "a.e57")
        try check(again, cloud)
        #expect(again.scans.map(\.points) == model.scans.map(\.points))
    }

    @Test func `PTS keeps the intensity and reports the rest`() throws {
        var cloud = Sample.cloud
        cloud.normals = []
        let n = cloud.positions.count
        for values in [
            PointAttribute.Values.int16((0..<n).map { Int16($0 * 100 - 300) }), .uint16((0..<n).map { UInt16($0 * 9000) }),
            .float((0..<n).map { Float($0) / 9 }),
        ] {
            for hasColors in [true, false] {
                var cloud = cloud
                if !hasColors { cloud.colors = [] }
                cloud.attributes = [PointAttribute(Name.intensity, values)]
                let bytes = try bytesWritten("a.pts") { try ModelFile.write(Model(cloud), to: $0) }
                try check(try read(bytes, "a.pts"), cloud)
                #expect(try read(bytes, "a.pts").colors == cloud.colors)
            }
        }
    }

    @Test(arguments: ["a.xyz", "a.obj", "a.pts", "a.usdz"]) func `Formats that lose attributes name them once`(name: String) throws
    {
        let cloud = Self.cloud(20, Array(Self.records(20).prefix(1) + Self.fields(20).prefix(2)))
        var losses: [Loss] = []
        _ = try bytesWritten(name) { losses = try ModelFile.write(Model(cloud), to: $0) }
        let lost = losses.filter { $0.kind == .attributes }
        #expect(lost.count == 1 && lost[0].sentence.contains("‘a8’, ‘b8’"))
        #expect(lost[0].sentence.contains("intensity") == (name != "a.pts"))
    }

    @Test func `Fields of other programs have the names of one meaning`() throws {
        let header = """
            ply
            format ascii 1.0
            element vertex 2
            property double x
            property double y
            property double z
            property float scalar_Intensity
            property uchar scalar_Return_Number
            property int scalar_Echo
            property double scalar_GpsTime
            property uchar alpha
            end_header
            0 0 0 0.5 1 -2147483648 245370.41706455982 255
            1 1 1 0.25 2 2147483647 245370.41706455983 255

            """
        let cloud = try #require(try read(header, "a.ply").cloud)
        #expect(cloud.attributes.map(\.name) == [Name.intensity, Name.returnNumber, "Echo", Name.gpsTime])
        #expect(cloud.attributes[2].values == .int32([.min, .max]))
        #expect(cloud.attribute(Name.intensity)?.values == .float([0.5, 0.25]))
    }

    @Test func `A model with an attribute of another count is refused`() throws {
        var cloud = Sample.cloud
        cloud.attributes = [PointAttribute("a", .uint8([1]))]
        #expect(throws: FormatError.self) { _ = try bytesWritten("a.ply") { try ModelFile.write(Model(cloud), to: $0) } }
    }

    @Test func `A part of a cloud keeps the values of its points`() throws {
        var cloud = PointCloud(positions: (0..<10).map { Vector3(Float($0), 0, 0) })
        cloud.attributes = [PointAttribute("a", .uint8(Array(0..<10)))]
        let part = try #require(Model(cloud).part(inside: Bounds(min: Vector3(3.5, -1, -1), max: Vector3(6.5, 1, 1))))
        #expect(part.cloud?.attributes == [PointAttribute("a", .uint8([4, 5, 6]))])
    }

    @Test func `Points without coordinates leave with their values`() throws {
        let text =
            "VERSION .7\nFIELDS x y z a\nSIZE 4 4 4 2\nTYPE F F F U\nWIDTH 3\nHEIGHT 1\nDATA ascii\n"
            + "1 2 3 7\nnan nan nan 8\n4 5 6 9\n"
        #expect(try read(text, "a.pcd").cloud?.attributes == [PointAttribute("a", .uint16([7, 9]))])
    }

    @Test func `Damaged files with attributes are refused or read`() throws {
        let n = 40
        let cloud = Self.cloud(n, Self.records(n) + Self.fields(n))
        var files: [(String, [UInt8])] = []
        for name in ["a.las", "a.laz", "a.ply", "a.pcd", "a.e57", "a.pts"] {
            files.append((name, try bytesWritten(name) { try ModelFile.write(Model(cloud), to: $0) }))
        }
        for (name, bytes) in files {
            let all = TestData.truncations(of: bytes, count: 200) + TestData.bitFlips(of: bytes, count: 600)
            for damaged in all where !damaged.isEmpty {
                let model = damaged.withUnsafeBytes { bytes -> Model? in
                    name == "a.e57" ? try? E57.read(bytes, checksums: .ignored) : try? Self.parse(bytes, name)
                }
                guard let cloud = model?.cloud else { continue }
                for attribute in cloud.attributes { #expect(attribute.values.count == cloud.positions.count, "\(name)") }
            }
        }
    }

    private static func parse(_ bytes: UnsafeRawBufferPointer, _ name: String) throws(FormatError) -> Model {
        switch name {
        case "a.ply": try PLY.read(bytes)
        case "a.pcd": try PCD.read(bytes)
        case "a.pts": try PTS.read(bytes)
        default: try LAS.read(bytes)
        }
    }
}

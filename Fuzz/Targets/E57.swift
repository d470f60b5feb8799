import ModelFormats
import Foundation
import Geometry

/// Without checksums, which no mutation would pass.
func fuzz(_ bytes: UnsafeRawBufferPointer) { _ = try? E57.read(bytes, checksums: .ignored) }

func seeds() -> [[UInt8]] {
    var cloud = PointCloud()
    for i in 0..<20 {
        cloud.positions.append(Vector3(Float(i % 7), Float(i % 3) * 0.1, Float(i / 7)))
        cloud.colors.append(Vector3(Float(i) / 60, 0.5, 0.1))
    }
    var model = Model(cloud)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("seed.e57")
    func bytes() -> [UInt8] { (try? E57.write(model, to: file)) == nil ? [] : Array((try? Data(contentsOf: file)) ?? Data()) }
    let plain = bytes()
    var richer = cloud
    richer.attributes = [
        PointAttribute(PointAttribute.Name.intensity, .float((0..<20).map { Float($0) / 20 })),
        PointAttribute(PointAttribute.Name.returnNumber, .uint8((0..<20).map { $0 % 3 + 1 })),
        PointAttribute(PointAttribute.Name.row, .uint16((0..<20).map { $0 / 7 })),
        PointAttribute("count", .int32((0..<20).map { 5 - $0 })),
    ]
    model.shape = .cloud(richer)
    let pose = RigidTransform(rotation: Quaternion(angle: 1, axis: Vector3(0, 1, 0)), translation: Vector3(1, 2, 3))
    model.scans = [Scan(name: "a", pose: pose, points: 0..<5), Scan(name: "b", pose: .identity, points: 5..<20)]
    return [plain, bytes(), scaled]
}

/// Points of spherical coordinates as scaled integers of odd widths.
private let scaled: [UInt8] = {
    let fields = """
        <sphericalRange type="ScaledInteger" minimum="0" maximum="1000" scale="0.001"/>\
        <sphericalAzimuth type="Float"/><sphericalElevation type="Integer" minimum="-1" maximum="1"/>\
        <colorRed type="Integer" minimum="0" maximum="5"/><colorGreen type="Integer" minimum="3" maximum="3"/>\
        <colorBlue type="Float" precision="single"/><sphericalInvalidState type="Integer" minimum="0" maximum="2"/>
        """
    let xml = Array(
        """
        <e57Root><data3D><vectorChild><pose><rotation><w>1</w></rotation></pose><points type="CompressedVector" fileOffset="48" \
        recordCount="3"><prototype>\(fields)</prototype><codecs/></points></vectorChild></data3D></e57Root>
        """.utf8)
    func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    let sizes = [4, 24, 1, 2, 0, 12, 1]
    let packet =
        [1, 0] + number(20 + 44 - 1, 2) + number(7, 2) + sizes.flatMap { number($0, 2) } + [UInt8](repeating: 1, count: 44)
    let section = number(1, 8) + number(32 + packet.count, 8) + number(80, 8) + number(0, 8) + packet
    let place = 48 + section.count
    var content =
        Array("ASTM-E57".utf8) + number(1, 8) + number(2048, 8) + number(place, 8) + number(xml.count, 8) + number(1024, 8)
    content += section + xml
    content += [UInt8](repeating: 0, count: 2040 - content.count)
    return Array(content[..<1020]) + [0, 0, 0, 0] + Array(content[1020...]) + [0, 0, 0, 0]
}()

import ModelFormats
import Foundation
import Geometry

func fuzz(_ bytes: UnsafeRawBufferPointer) { _ = try? LAS.read(bytes) }

/// Both kinds of ours without and with all values of records and extra bytes,
/// and a header of LAS 1.2 with points of format 3 that LASzip 2 compresses.
func seeds() -> [[UInt8]] {
    var cloud = PointCloud()
    for i in 0..<60 {
        cloud.positions.append(Vector3(Float(i % 7), Float(i % 3) * 0.1, Float(i / 7)))
        cloud.colors.append(Vector3(Float(i) / 60, 0.5, 0.1))
    }
    var model = Model(cloud)
    model.crs = "PROJCS[\"x\",UNIT[\"foot\",0.3048]]"
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("seed.las")
    var list: [[UInt8]] = []
    for k in 0..<4 {
        let compressed = k & 1 == 1
        if k == 2 {
            cloud.attributes = attributes(60)
            model.shape = .cloud(cloud)
        }
        if (try? LAS.write(model, to: file, compressed: compressed)) != nil {
            list.append(Array((try? Data(contentsOf: file)) ?? Data()))
        }
    }
    list.append(pointwise)
    return list
}

private func attributes(_ n: Int) -> [PointAttribute] {
    typealias Name = PointAttribute.Name
    var list: [PointAttribute] = []
    func bytes(_ name: String, _ value: (Int) -> Int) {
        list.append(PointAttribute(name, .uint8((0..<n).map { UInt8(truncatingIfNeeded: value($0)) })))
    }
    func doubles(_ name: String, _ value: (Int) -> Double) { list.append(PointAttribute(name, .double((0..<n).map(value)))) }
    bytes(Name.intensity) { $0 * 7 }
    bytes(Name.returnNumber) { $0 % 5 + 1 }
    bytes(Name.returnCount) { $0 % 3 + 5 }
    bytes(Name.classificationFlags) { $0 & 15 }
    bytes(Name.scannerChannel) { $0 / 7 & 3 }
    bytes(Name.classification) { $0 / 3 }
    bytes(Name.userData) { $0 * 7 }
    bytes(Name.pointSource) { $0 / 17 }
    bytes(Name.nearInfrared) { $0 * 31 }
    doubles(Name.scanAngle) { Double($0 - 30) }
    doubles(Name.gpsTime) { i in
        let start: Double = i % 9 == 0 ? 3e8 : 1e8
        return start + Double(i / 4)
    }
    doubles("fraction") { Double($0) / 7 }
    bytes("count") { 255 - $0 }
    return list
}

private let pointwise: [UInt8] = {
    func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    let zeros = [UInt8](repeating: 0, count: 128)
    let items: [[Int]] = [[6, 20, 2], [7, 8, 2], [8, 6, 2], [0, 2, 2]]
    let body =
        number(2, 2) + number(0, 2) + [2, 2] + number(0, 2) + number(0, 4) + number(4, 4) + number(-1, 8) + number(-1, 8)
        + number(items.count, 2) + items.flatMap { $0 }.flatMap { number($0, 2) }
    let record =
        number(0, 2) + Array("laszip encoded".utf8) + [0, 0] + number(22204, 2) + number(body.count, 2) + zeros[..<32] + body
    let scale = 0.01.bitPattern
    var header = Array("LASF".utf8) + zeros[..<20] + [1, 2] + zeros[..<64] + zeros[..<4]
    header += number(227, 2) + number(227 + record.count, 4) + number(1, 4) + [0x83] + number(36, 2) + number(7, 4) + zeros[..<20]
    header += (0..<3).flatMap { _ in number(Int(bitPattern: UInt(scale)), 8) } + zeros[..<72]
    let start = header.count + record.count
    let chunk = zeros[..<36] + (0..<64).map { UInt8($0 * 37 & 255) }
    return header + record + number(start + 8 + 2 * chunk.count, 8) + chunk + chunk + number(0, 4) + number(2, 4) + [
        9, 200, 3, 7, 0, 0, 0, 0,
    ]
}()

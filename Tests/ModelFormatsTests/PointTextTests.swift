import ModelFormats
import Foundation
import Geometry
import TestSupport
import Testing
import Support

/// XYZ and PTS: rows of numbers.
@Suite struct PointTextTests {
    @Test func `Points, colours and normals survive as text`() throws {
        let (xyz, bytes) = try roundTrip(Model(Sample.cloud), "a.xyz")
        #expect(xyz.cloud == Sample.cloud)
        // The first line is a point: readers count its columns.
        #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("0 0 0 0 255 0 "))
        let (pts, lines) = try roundTrip(Model(Sample.cloud), "a.pts")
        #expect(pts.positions == Sample.cloud.positions && codes(pts.colors) == codes(Sample.cloud.colors) && pts.normals.isEmpty)
        #expect(String(decoding: lines, as: UTF8.self).hasPrefix("8\n0 0 0 0 0 255 0\n1 0 0 0 36 238 1\n"))
    }

    @Test(arguments: [
        ("1 2 3\n4 5 6\n", 2, false, false), ("1 2 3 0.5\n4 5 6 7\n", 2, false, false),
        ("1,2,3,255,0,7\n4,5,6,1,2,3\n", 2, true, false),
        ("1;2;3;0;0;1\n4;5;6;0;1;0\n", 2, false, true), ("// X Y Z\n1 2 3\n", 1, false, false),
        ("x y z\n1 2 3\n\n# end\n", 1, false, false),
        ("3\n1 2 3 0.6 0.8 0 9 8 7\n", 1, true, true), ("1 2 3 9 8 7 0 -1 0\n", 1, true, true),
        ("1 2 3 -900 9 8 7\n", 1, true, false), ("1e3\t-2.5 +3 9 8 7\r\n", 1, true, false),
        ("1 2 3 0.25 1.0 0.75\n", 1, true, false),
    ]) func `Columns are told by what they hold`(text: String, count: Int, colors: Bool, normals: Bool) throws {
        let cloud = try #require(try read(text, "a.xyz").cloud)
        #expect(cloud.positions.count == count && cloud.colors.isEmpty != colors && cloud.normals.isEmpty != normals, "\(text)")
    }

    @Test func `Codes are whole numbers, however dark, and fractions go to 1`() throws {
        #expect(codes(try read("1 2 3 1 0 1\n", "a.xyz").colors) == [SIMD3(1, 0, 1)])
        #expect(codes(try read("1 2 3 0.2 0.4 0.6\n", "a.xyz").colors) == [SIMD3(51, 102, 153)])
        #expect(codes(try read("1\n1 2 3 0 0 1 1\n", "a.pts").colors) == [SIMD3(0, 1, 1)])
    }

    @Test(arguments: [
        ("2\n1 2 3\n", "only 1 of the 2"), ("9999999999\n1 2 3\n", "truncated"), ("1 2 3\n", "number of points"),
        ("2\n1 2 3\n1 2\n", "line 3"),
        ("2\n1 2 3\n1 x 2\n", "‘x’"), ("-1\n", "number of points"), ("0\n", "no points"),
    ]) func `What is wrong with a PTS file is told in a line`(text: String, expected: String) throws {
        let line = try #require(try refusal(text, "a.pts"))
        #expect(line.isOneClearLine(about: "a.pts") && line.contains(expected), "\(line)")
    }

    @Test func `Several scans in a PTS file are joined`() throws {
        let model = try read("2\n1 2 3\n4 5 6\n1\n7 8 9\n", "a.pts")
        #expect(model.positions == [Vector3(1, 3, -2), Vector3(4, 6, -5), Vector3(7, 9, -8)])
        #expect(model.notes.contains { $0.contains("2 scans") })
    }

    @Test func `A row with fewer numbers than the first is refused`() throws {
        let line = try #require(try refusal("1 2 3 4 5 6\n1 2 3 4\n", "a.xyz"))
        #expect(line.contains("line 2") && line.contains("4 numbers"))
    }

    @Test func `The content tells both apart from other text`() throws {
        #expect(try read("1 2 3\n4 5 6\n", "a.dat").positions.count == 2)
        #expect(try read("2\n1 2 3\n4 5 6\n", "points").positions.count == 2)
        #expect(try refusal("12\n", "a.dat") != nil)
    }
}

extension PointTextTests {
    @Test func `Numbers have the fewest digits that read back as the same float`() throws {
        var random = SplitMix64(seed: 12)
        var cloud = PointCloud()
        for i in 0..<20_000 {
            func value() -> Float {
                let x = Float(bitPattern: UInt32.random(in: Float(1e-6).bitPattern...Float(2e7).bitPattern, using: &random))
                // Powers of two, whose steps differ, and numbers of few digits.
                return i % 3 == 0
                    ? x : i % 3 == 1 ? Float(sign: .plus, exponent: x.exponent, significand: 1) : (x * 1000).rounded() / 1000
            }
            cloud.positions.append(Vector3(value(), -value(), value()))
        }
        let bytes = try bytesWritten { try XYZ.write(Model(cloud), to: $0, options: WriteOptions(up: .y)) }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        func digits(_ text: some StringProtocol) -> Int {
            let all = text.prefix { $0 != "e" }.filter(\.isNumber).drop { $0 == "0" }
            return all.reversed().drop { $0 == "0" }.count
        }
        var longer = 0
        for (line, p) in zip(lines, cloud.positions) {
            for (k, word) in line.split(separator: " ").enumerated() {
                #expect(Float(word) == p[k], "\(word)")
                if digits(word) > digits(p[k].description) { longer += 1 }
            }
        }
        // A number in doubt may have a digit more.
        #expect(longer < 5)
    }
}

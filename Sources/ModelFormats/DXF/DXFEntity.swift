import Foundation
import Geometry
import Models

/// An entity with its numbers in the order of the file.
struct DXFEntity {
    let type: String
    /// Of a block, layer or insert.
    var name = ""
    var style = DXFStyle()
    private(set) var values: [(code: Int, number: Double)] = []

    /// - Parameter memory: an empty array, whose memory is used.
    init(type: String, memory: consuming [(code: Int, number: Double)] = []) {
        self.type = type
        values = memory
    }

    mutating func append(_ code: Int, _ number: Double) {
        switch code {
        case 62 where type != "LAYER":
            if case .rgb = style.color { return }
            let index = Int(max(-256, min(number, 256)))
            style.color = index == 0 ? .byBlock : (1...255).contains(abs(index)) ? .index(abs(index)) : .byLayer
        case 420 where type != "LAYER":
            style.color = .rgb(UInt32(truncatingIfNeeded: Int(max(0, min(number, 4e9)))) & 0xFF_FFFF)
        case 440:
            let bits = UInt32(truncatingIfNeeded: Int(max(-4e9, min(number, 4e9))))
            if bits >> 24 == 2 { style.opacity = UInt8(truncatingIfNeeded: bits) }
        default: values.append((code, number))
        }
    }

    /// The first number of a code.
    func number(_ code: Int) -> Double? { values.first { $0.code == code }?.number }

    /// The first number of a code as a whole one.
    func integer(_ code: Int) -> Int? { number(code).map { Int(max(-9e15, min($0, 9e15))) } }

    /// The point whose x has this code.
    func point(_ code: Int) -> SIMD3<Double> {
        SIMD3(number(code) ?? 0, number(code + 10) ?? 0, number(code + 20) ?? 0)
    }

    /// From the entity's own coordinates to the world's, by its extrusion direction (the arbitrary axis algorithm).
    var plane: AffineMap {
        guard number(210) != nil || number(220) != nil || number(230) != nil else { return .identity }
        let n = SIMD3(number(210) ?? 0, number(220) ?? 0, number(230) ?? 1)
        let length = (n * n).sum().squareRoot()
        guard length > 1e-12, n != SIMD3(0, 0, 1) else { return .identity }
        let z = n / length
        let isNearZ = abs(z.x) < 1.0 / 64 && abs(z.y) < 1.0 / 64
        var x = isNearZ ? SIMD3(z.z, 0, -z.x) : SIMD3(-z.y, z.x, 0)
        x /= (x * x).sum().squareRoot()
        let y = SIMD3(z.y * x.z - z.z * x.y, z.z * x.x - z.x * x.z, z.x * x.y - z.y * x.x)
        return AffineMap(x: x, y: y, z: z)
    }

    /// How far it is extruded, in the world.
    private func thickness(_ plane: AffineMap) -> SIMD3<Double> { plane.z * (number(39) ?? 0) }

    // MARK: Content

    /// Entities that belong to others, or show nothing.
    private static let silent: Set = ["ATTRIB", "SEQEND", "VIEWPORT", "ATTDEF", "VERTEX"]

    /// Adds what it shows.
    /// - Returns: whether the type is read.
    func add(to content: inout DXFContent) -> Bool {
        let plane = plane
        switch type {
        case "3DFACE":
            let corners = [10, 11, 12] + (number(13) == nil ? [] : [13])
            content.addFace(corners.map { point($0) }, style: style)
        case "SOLID", "TRACE": addSolid(plane, &content)
        case "MESH": addMesh(&content)
        case "LINE": content.addPath([point(10), point(11)], thickness: thickness(plane), style: style)
        case "POINT": content.add(.points, [point(10)], style: style)
        case "LWPOLYLINE": addLightPolyline(plane, &content)
        case "CIRCLE", "ARC":
            let isCircle = type == "CIRCLE"
            let start = (number(50) ?? 0) * .pi / 180
            var end = (number(51) ?? 360) * .pi / 180
            while end <= start, start - end < 1e3 { end += 2 * .pi }
            let radius = number(40) ?? 0
            let path = Self.arc(
                center: point(10), x: SIMD3(radius, 0, 0), y: SIMD3(0, radius, 0), from: isCircle ? 0 : start,
                to: isCircle ? 2 * .pi : end)
            content.addPath(path.map { plane.apply($0) }, thickness: thickness(plane), style: style)
        case "ELLIPSE":
            let x = point(11)
            let n = plane.z
            let ratio = number(40) ?? 1
            let y = SIMD3(n.y * x.z - n.z * x.y, n.z * x.x - n.x * x.z, n.x * x.y - n.y * x.x) * ratio
            let path = Self.arc(center: point(10), x: x, y: y, from: number(41) ?? 0, to: number(42) ?? 2 * .pi)
            content.addPath(path, thickness: .zero, style: style)
        case "INSERT": addInsert(plane, &content)
        default: return Self.silent.contains(type)
        }
        return true
    }

    /// Points on an arc of an ellipse with these half axes.
    private static func arc(
        center: SIMD3<Double>, x: SIMD3<Double>, y: SIMD3<Double>, from start: Double, to end: Double
    ) -> [SIMD3<Double>] {
        let turn = max(-7, min(end - start, 7))
        let count = max(2, Int((abs(turn) / (2 * .pi) * 64).rounded(.up)))
        return (0...count).map { i in
            let angle = start + turn * Double(i) / Double(count)
            return center + x * cos(angle) + y * sin(angle)
        }
    }

    /// A quadrilateral whose last two corners change places, or the prism above it.
    private func addSolid(_ plane: AffineMap, _ content: inout DXFContent) {
        let codes = number(13) == nil ? [10, 11, 12] : [10, 11, 13, 12]
        let corners = codes.map { plane.apply(point($0)) }
        let up = thickness(plane)
        guard up != .zero else { return content.addFace(corners, style: style) }
        content.addFace(corners.reversed(), style: style)
        content.addFace(corners.map { $0 + up }, style: style)
        for (i, a) in corners.enumerated() {
            let b = corners[(i + 1) % corners.count]
            content.addFace([a, b, b + up, a + up], style: style)
        }
    }

    /// The control mesh: a list of points, then one of faces, each with its number of corners before them.
    private func addMesh(_ content: inout DXFContent) {
        var points: [SIMD3<Double>] = []
        var list: [Int] = []
        var state = 0
        for (code, number) in values {
            switch code {
            // 92: points follow; 93: faces; 94: edges; 95: creases.
            case 92...95: state = code
            case 10 where state == 92: points.append(SIMD3(number, 0, 0))
            case 20 where state == 92 && !points.isEmpty: points[points.count - 1].y = number
            case 30 where state == 92 && !points.isEmpty: points[points.count - 1].z = number
            case 90 where state == 93: list.append(Int(max(-1, min(number, 4e9))))
            default: break
            }
        }
        var i = 0
        while i < list.count {
            let corners = list[i]
            guard corners >= 0, corners <= list.count - i - 1 else { break }
            let face = list[i + 1..<i + 1 + corners]
            if face.allSatisfy({ points.indices.contains($0) }) { content.addFace(face.map { points[$0] }, style: style) }
            i += corners + 1
        }
    }

    private func addLightPolyline(_ plane: AffineMap, _ content: inout DXFContent) {
        let height = number(38) ?? 0
        var corners: [(point: SIMD3<Double>, bulge: Double)] = []
        for (code, number) in values {
            switch code {
            case 10: corners.append((SIMD3(number, 0, height), 0))
            case 20 where !corners.isEmpty: corners[corners.count - 1].point.y = number
            case 42 where !corners.isEmpty: corners[corners.count - 1].bulge = number
            default: break
            }
        }
        let path = Self.path(corners, isClosed: (integer(70) ?? 0) & 1 != 0)
        content.addPath(path.map { plane.apply($0) }, thickness: thickness(plane), style: style)
    }

    /// A polyline with its arcs, whose bulge is the tangent of a quarter of their angle.
    private static func path(_ corners: [(point: SIMD3<Double>, bulge: Double)], isClosed: Bool) -> [SIMD3<Double>] {
        var path = corners.first.map { [$0.point] } ?? []
        let segments = isClosed ? corners.count : corners.count - 1
        for i in 0..<max(0, segments) {
            let a = corners[i].point
            let b = corners[(i + 1) % corners.count].point
            let bulge = corners[i].bulge
            if bulge != 0, abs(bulge) < 1e3, a != b {
                let half = (b - a) / 2
                // From the middle to the left of the direction; positive bulges turn counter-clockwise.
                let left = SIMD3(-half.y, half.x, 0)
                let center = a + half + left * ((1 - bulge * bulge) / (2 * bulge))
                let x = a - center
                let arc = arc(center: center, x: x, y: SIMD3(-x.y, x.x, 0), from: 0, to: 4 * atan(bulge))
                path += arc.dropFirst().dropLast()
            }
            path.append(b)
        }
        return path
    }

    private func addInsert(_ plane: AffineMap, _ content: inout DXFContent) {
        var insert = DXFContent.Insert(block: name.uppercased(), style: style)
        let scale = SIMD3(number(41) ?? 1, number(42) ?? 1, number(43) ?? 1)
        insert.transform =
            plane * .translation(point(10)) * .rotation((number(50) ?? 0) * .pi / 180, about: SIMD3(0, 0, 1)) * .scale(scale)
        insert.columns = max(1, min(integer(70) ?? 1, 32767))
        insert.rows = max(1, min(integer(71) ?? 1, 32767))
        // Distances of the array are not scaled.
        insert.spacing = SIMD2(
            (number(44) ?? 0) / (scale.x == 0 ? 1 : scale.x), (number(45) ?? 0) / (scale.y == 0 ? 1 : scale.y))
        content.inserts.append(insert)
    }

    // MARK: Polylines

    /// Adds a polyline, polygon mesh or polyface mesh.
    /// - Returns: a sentence about what could not be read; nil where all was.
    func addPolyline(_ vertices: [DXFEntity], to content: inout DXFContent) -> String? {
        let flags = integer(70) ?? 0
        if flags & 64 != 0 { return addPolyface(vertices, to: &content) }
        // Of fitted splines the control points are left out.
        let shown = flags & 4 == 0 ? vertices : vertices.filter { ($0.integer(70) ?? 0) & 16 == 0 }
        let isFitted = flags & 4 != 0 && !shown.isEmpty
        let used = isFitted ? shown : vertices
        if flags & 16 != 0 { return addGrid(used.map { $0.point(10) }, isFitted: isFitted, flags: flags, to: &content) }
        if flags & 8 != 0 {
            var path = used.map { $0.point(10) }
            if flags & 1 != 0, let first = path.first { path.append(first) }
            content.addPath(path, thickness: .zero, style: style)
            return nil
        }
        let plane = plane
        let height = number(30) ?? 0
        let corners = used.map { (point: SIMD3($0.number(10) ?? 0, $0.number(20) ?? 0, height), bulge: $0.number(42) ?? 0) }
        let path = Self.path(corners, isClosed: flags & 1 != 0)
        content.addPath(path.map { plane.apply($0) }, thickness: thickness(plane), style: style)
        return nil
    }

    private func addPolyface(_ vertices: [DXFEntity], to content: inout DXFContent) -> String? {
        let points = vertices.filter { ($0.integer(70) ?? 0) & 64 != 0 }.map { $0.point(10) }
        var isDamaged = false
        for face in vertices where (face.integer(70) ?? 0) & 0xC0 == 0x80 {
            let numbers = (71...74).compactMap { face.integer($0) }.filter { $0 != 0 }.map { abs($0) - 1 }
            guard numbers.allSatisfy({ points.indices.contains($0) }) else {
                isDamaged = true
                continue
            }
            var style = style
            if face.style.color != .byLayer { style.color = face.style.color }
            content.addFace(numbers.map { points[$0] }, style: style)
        }
        return isDamaged ? "Faces of polyface meshes that refer to missing vertices were skipped." : nil
    }

    private func addGrid(
        _ points: [SIMD3<Double>], isFitted: Bool, flags: Int, to content: inout DXFContent
    ) -> String? {
        let m = max(0, integer(isFitted ? 73 : 71) ?? 0)
        let n = max(0, integer(isFitted ? 74 : 72) ?? 0)
        guard m >= 2, n >= 2, m <= points.count / n else {
            return "Polygon meshes with fewer vertices than they declare were skipped."
        }
        for i in 0..<(flags & 1 != 0 ? m : m - 1) {
            for j in 0..<(flags & 32 != 0 ? n : n - 1) {
                let a = i * n + j
                let b = i * n + (j + 1) % n
                let c = (i + 1) % m * n + (j + 1) % n
                let d = (i + 1) % m * n + j
                content.addFace([points[a], points[d], points[c], points[b]], style: style)
            }
        }
        return nil
    }
}

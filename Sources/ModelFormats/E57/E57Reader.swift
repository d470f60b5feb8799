import Codecs
import Geometry
import Support

/// Builds a cloud from the scans of an E57 file.
struct E57Reader {
    var notes: [String] = []
    private let pages: E57Pages
    private var mesh = TriangleMesh()
    private var scans: [Scan] = []
    private var far = GlobalShift(CoordinateFrame(.metre, .z))
    private var invalid = 0
    private var otherFields: [String] = []
    /// The attributes of all scans; those of a scan that has them not are zero.
    private var attributes: [(name: String, details: String?, buffer: AttributeBuffer)] = []

    private static let maxAttributes = 256

    init(_ pages: E57Pages) { self.pages = pages }

    /// The points of one scan, and how they are stored.
    private struct Points {
        var fields: [E57Field]
        /// Numbers of the fields of each kind among `fields`; empty where they are not there.
        var cartesian: [Int] = []
        var spherical: [Int] = []
        var colors: [Int] = []
        var normals: [Int] = []
        var state: Int?
        /// Fields that become attributes, with what is added to their values.
        var others: [(field: Int, attribute: Int, addend: Double)] = []
        var count: Int
        /// Logical place of the first packet, and behind the last.
        var start: Int
        var end: Int

        /// Fields that are used.
        var needed: [Int] { cartesian + spherical + colors + normals + (state.map { [$0] } ?? []) + others.map(\.field) }
    }

    mutating func read(_ scan: XMLTreeNode, _ progress: ProgressReporter) throws(FormatError) {
        guard let node = scan["points"] else { return }
        var points = try open(node)
        guard points.count > 0 else { return }
        let pose = E57Pose(scan["pose"])
        // The place of the scanner, where it has map coordinates, is a better origin than the first point: ours come back as they
        // were.
        if mesh.positions.isEmpty, (0..<3).contains(where: { abs(pose.translation[$0]) >= GlobalShift.far }) {
            far.choose(pose.translation)
        }
        let limits = Self.colorLimits(scan["colorLimits"], points)
        let first = mesh.positions.count
        // Where only some scans have colours or normals, the others' are white and upright.
        if !points.normals.isEmpty { Self.fill(&mesh.normals, value: Vector3(0, 1, 0), count: first) }
        if !points.colors.isEmpty { Self.fill(&mesh.colors, value: Vector3(repeating: 1), count: first) }
        let total = first + points.count
        mesh.positions.reserveCapacity(total)
        if !mesh.colors.isEmpty || !points.colors.isEmpty { mesh.colors.reserveCapacity(total) }
        if !mesh.normals.isEmpty || !points.normals.isEmpty { mesh.normals.reserveCapacity(total) }
        for attribute in attributes { attribute.buffer.grow(to: total) }
        try readPackets(&points, pose: pose, limits: limits, progress: progress)
        if !mesh.normals.isEmpty { Self.fill(&mesh.normals, value: Vector3(0, 1, 0), count: mesh.positions.count) }
        if !mesh.colors.isEmpty { Self.fill(&mesh.colors, value: Vector3(repeating: 1), count: mesh.positions.count) }
        guard mesh.positions.count > first else { return }
        let name = scan["name"]?.text ?? ""
        let place = far.position(pose.translation)
        scans.append(
            Scan(
                name: name, pose: RigidTransform(rotation: pose.turnedUp, translation: place), points: first..<mesh.positions.count)
        )
    }

    /// A place of the file in the model's coordinates.
    func position(_ place: SIMD3<Double>) -> Vector3 { far.position(place) }

    private static func fill(_ array: inout [Vector3], value: Vector3, count: Int) {
        if array.count < count { array += repeatElement(value, count: count - array.count) }
    }

    /// The model of what was read.
    consuming func finish() throws(FormatError) -> Model {
        if mesh.positions.isEmpty { throw .unreadable("its scans contain no valid points") }
        if invalid > 0 { notes.append("\(Text.count(invalid, "point")) without valid coordinates skipped.") }
        if !otherFields.isEmpty { notes.append("Fields not imported: \(otherFields.prefix(8).joined(separator: ", ")).") }
        if scans.count > 1 { notes.append("The file's \(scans.count) scans were merged into one point cloud.") }
        _ = EncodedColor.linearise(&mesh.colors)
        var cloud = PointCloud()
        for (name, details, buffer) in attributes where !buffer.isZero {
            cloud.add(PointAttribute(name, buffer.values(mesh.positions.count), details: details))
        }
        var model = try Model.finish(mesh, attributes: cloud.attributes, origin: far.origin, notes: notes)
        if model.positions.count == mesh.positions.count { model.scans = scans }
        return model
    }

    // MARK: What is there

    private mutating func open(_ node: XMLTreeNode) throws(FormatError) -> Points {
        guard node.attribute("type") == "CompressedVector", let prototype = node["prototype"] else {
            throw .unreadable("its points are not a CompressedVector with a prototype")
        }
        for codec in node["codecs"]?.children ?? [] where codec["bitPackCodec"] == nil {
            throw .unreadable("its points are compressed by an unsupported codec")
        }
        guard let count = node.integer("recordCount"), count >= 0, let offset = node.integer("fileOffset"),
            let section = pages.logical(offset), let head = pages.read(section, 32)
        else { throw .unreadable("its points are stored beyond the end of the file; the file is truncated or damaged") }
        var fields: [E57Field] = []
        for child in prototype.children {
            guard let field = E57Field(child) else {
                throw .unreadable("its points have a field \(Text.quote(child.qualifiedName)) of an unsupported type")
            }
            fields.append(field)
        }
        let (length, data) = head.withUnsafeBytes { head in
            (LittleEndianBytes(head).uint64(8), LittleEndianBytes(head).uint64(16))
        }
        guard head[0] == 1, let size = Int(exactly: length), size <= pages.contentCount - section,
            let start = Int(exactly: data).flatMap({ pages.logical($0) }), start >= section
        else { throw .unreadable("the section of its points is damaged") }
        // A record of less than a byte: no scanner writes that, but a small file could fill the memory.
        let bits = fields.reduce(0) { $0 + $1.bits }
        let (needed, overflow) = count.multipliedReportingOverflow(by: max(bits, 8))
        guard !overflow, needed / 8 <= size else {
            throw .unreadable(
                "declares \(Text.count(count, "point")), but only \(Text.bytes(size)) follow; the file is truncated or damaged; "
                    + "copy it again"
            )
        }
        var points = Points(fields: fields, count: count, start: start, end: section + size)
        let names = prototype.children.map(\.qualifiedName)
        func find(_ wanted: [String]) -> [Int] {
            let found = wanted.compactMap { names.firstIndex(of: $0) }
            return found.count == wanted.count ? found : []
        }
        points.cartesian = find(["cartesianX", "cartesianY", "cartesianZ"])
        if points.cartesian.isEmpty { points.spherical = find(["sphericalRange", "sphericalAzimuth", "sphericalElevation"]) }
        points.colors = find(["colorRed", "colorGreen", "colorBlue"])
        points.normals = find(["nor:normalX", "nor:normalY", "nor:normalZ"])
        points.state = names.firstIndex(of: points.cartesian.isEmpty ? "sphericalInvalidState" : "cartesianInvalidState")
        guard !points.cartesian.isEmpty || !points.spherical.isEmpty else {
            throw .unreadable("its points have neither Cartesian nor spherical coordinates")
        }
        addAttributes(names, &points)
        return points
    }

    /// Chooses the fields that become attributes. One that has the same value for all points takes no bytes of the file: it does
    /// not become one, so that no small file fills the memory.
    private mutating func addAttributes(_ names: [String], _ points: inout Points) {
        let needs = Set(points.needed)
        var seen: Set<Int> = []
        for (i, name) in names.enumerated() where !needs.contains(i) {
            let field = points.fields[i]
            let own = E57.AttributeName(field: name)
            let slot = attributes.firstIndex { $0.name == own.name }
            guard field.bits > 0, slot.map({ !seen.contains($0) }) ?? (attributes.count < Self.maxAttributes) else {
                let quoted = Text.quote(name, limit: 30)
                if field.bits > 0 || field.limits?.low != 0, !otherFields.contains(quoted), otherFields.count < 20 {
                    otherFields.append(quoted)
                }
                continue
            }
            let type = field.scalar(adding: own.addend)
            if let slot {
                if attributes[slot].buffer.type != type {
                    attributes[slot].buffer = attributes[slot].buffer.converted(to: .double, used: mesh.positions.count)
                }
            } else {
                attributes.append((own.name, own.details, AttributeBuffer(type, count: mesh.positions.count + points.count)))
            }
            let place = slot ?? attributes.count - 1
            seen.insert(place)
            points.others.append((i, place, own.addend))
        }
    }

    /// Smallest and largest value of each colour.
    private static func colorLimits(_ node: XMLTreeNode?, _ points: Points) -> [(low: Double, high: Double)] {
        zip(["Red", "Green", "Blue"], points.colors).map { name, i in
            let low = node?["color\(name)Minimum"]?.number
            let high = node?["color\(name)Maximum"]?.number
            if let low, let high, high > low { return (low, high) }
            return points.fields[i].limits ?? (0, 1)
        }
    }

    // MARK: Packets

    /// Data packets one after the other; each has a piece of every field's stream.
    private mutating func readPackets(
        _ points: inout Points, pose: E57Pose, limits: [(low: Double, high: Double)], progress: ProgressReporter
    ) throws(FormatError) {
        let needed = points.needed
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { memory.deallocate() }
        var place = points.start
        var done = 0
        var packets = 0
        while done < points.count {
            guard place <= points.end - 4 else {
                throw .unreadable("contains only \(done) of the \(points.count) points that it declares; the file is truncated")
            }
            pages.copy(place, 4, to: memory.baseAddress!)
            let packet = UnsafeRawBufferPointer(memory)
            let kind = packet[0]
            let length = LittleEndianBytes(packet).uint16(2) + 1
            guard kind <= 2, length >= 4, length <= points.end - place else { throw Self.damaged(packets) }
            if kind == 1 {
                pages.copy(place, length, to: memory.baseAddress!)
                try take(UnsafeRawBufferPointer(rebasing: packet[..<length]), points: &points, needed: needed, packets: packets)
                done += use(&points, needed: needed, most: points.count - done, pose: pose, limits: limits)
                packets += 1
                if packets & 15 == 0 { try progress.step(Double(done) / Double(points.count), "Reading points") }
            }
            place += length
        }
    }

    private static func damaged(_ packets: Int) -> FormatError {
        .unreadable("packet \(packets + 1) of its points is damaged; get the file again")
    }

    private func take(
        _ packet: UnsafeRawBufferPointer, points: inout Points, needed: [Int], packets: Int
    ) throws(FormatError) {
        guard packet.count >= 6 else { throw Self.damaged(packets) }
        let file = LittleEndianBytes(packet)
        let streams = file.uint16(4)
        guard streams == points.fields.count, 6 + 2 * streams <= packet.count else { throw Self.damaged(packets) }
        var place = 6 + 2 * streams
        for i in 0..<streams {
            let length = file.uint16(6 + 2 * i)
            guard length <= packet.count - place else { throw Self.damaged(packets) }
            if needed.contains(i) {
                points.fields[i].take(UnsafeRawBufferPointer(rebasing: packet[place..<place + length]), most: points.count)
                // Streams that drift apart would have to be kept.
                guard points.fields[i].available < 1 << 21 else { throw Self.damaged(packets) }
            }
            place += length
        }
    }

    /// Makes points of the values that all fields have; how many they were.
    private mutating func use(
        _ points: inout Points, needed: [Int], most: Int, pose: E57Pose, limits: [(low: Double, high: Double)]
    ) -> Int {
        var n = most
        for i in needed where points.fields[i].bits > 0 { n = min(n, points.fields[i].available) }
        // Fields of one value only: a packet brings at most so many points.
        if needed.allSatisfy({ points.fields[$0].bits == 0 }) { n = min(n, 1 << 16) }
        for i in needed { points.fields[i].fill(n) }
        add(points, n: n, pose: pose, limits: limits)
        for i in needed { points.fields[i].use(n) }
        return n
    }

    private mutating func add(_ points: Points, n: Int, pose: E57Pose, limits: [(low: Double, high: Double)]) {
        let isCartesian = !points.cartesian.isEmpty
        let place = (isCartesian ? points.cartesian : points.spherical).map { points.fields[$0] }
        let color = points.colors.map { points.fields[$0] }
        let normal = points.normals.map { points.fields[$0] }
        let state = points.state.map { points.fields[$0] }
        let others = points.others.map { (points.fields[$0.field], attributes[$0.attribute].buffer, $0.addend) }
        let a = place[0]
        let b = place[1]
        let c = place[2]
        for i in 0..<n {
            let q = SIMD3(a[i], b[i], c[i])
            let p = pose.apply(isCartesian ? q : E57Pose.cartesian(range: q.x, azimuth: q.y, elevation: q.z))
            guard p.isPossible, state.map({ $0[i] == 0 }) ?? true else {
                invalid += 1
                continue
            }
            if mesh.positions.isEmpty, !far.isFar { far.choose(p) }
            for k in others.indices { others[k].1.put(others[k].0[i] + others[k].2, at: mesh.positions.count) }
            mesh.positions.append(far.position(p))
            if !color.isEmpty {
                let code = SIMD3(color[0][i], color[1][i], color[2][i])
                let low = SIMD3(limits[0].low, limits[1].low, limits[2].low)
                let high = SIMD3(limits[0].high, limits[1].high, limits[2].high)
                mesh.colors.append(Vector3((code - low) / (high - low)))
            }
            if !normal.isEmpty {
                let n = pose.turn(SIMD3(normal[0][i], normal[1][i], normal[2][i]))
                mesh.normals.append(far.frame.fromFile(direction: Vector3(n)))
            }
        }
    }
}

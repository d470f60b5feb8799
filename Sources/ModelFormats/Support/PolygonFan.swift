/// Splits polygons into fans of triangles.
struct PolygonFan {
    /// Both empty as long as all polygons are triangles that follow one another, which is what most files hold.
    private var splitCorners: [UInt32] = []
    private var splitPolygons: [UInt32] = []
    private var isPlain = true
    private(set) var shortPolygons = 0
    private var count: UInt32 = 0

    init() {}

    /// Triangles one behind the other.
    init(triangles: Int) { count = UInt32(triangles) }

    var isEmpty: Bool { isPlain ? count == 0 : splitCorners.isEmpty }

    /// Corners of all triangles.
    var cornerCount: Int { isPlain ? 3 * Int(count) : splitCorners.count }

    /// For each corner of a triangle the number of the polygons' corner.
    var corners: [UInt32] { isPlain ? Array(0..<3 * count) : splitCorners }

    /// For each triangle the number of its polygon.
    var polygons: [UInt32] { isPlain ? Array(0..<count) : splitPolygons }

    /// For each corner of a triangle the value in `list` of the polygons' corner; plain triangles have the list itself.
    func picked(_ list: [UInt32]) -> [UInt32] {
        if isPlain, list.count == 3 * Int(count) { return list }
        return corners.map { list[Int($0)] }
    }

    /// - Parameter corner: the number of the polygon's first corner.
    @inline(__always) mutating func append(from corner: Int, count n: Int) {
        if isPlain {
            if n == 3, corner == 3 * Int(count) {
                count += 1
                return
            }
            split()
        }
        if n < 3 { shortPolygons += 1 }
        for k in 2..<max(2, n) {
            splitCorners.append(UInt32(corner))
            splitCorners.append(UInt32(corner + k - 1))
            splitCorners.append(UInt32(corner + k))
            splitPolygons.append(count)
        }
        count += 1
    }

    /// A triangle of a strip, whose odd ones are turned.
    mutating func appendStrip(from corner: Int, isOdd: Bool) {
        if isPlain { split() }
        splitCorners.append(UInt32(isOdd ? corner + 1 : corner))
        splitCorners.append(UInt32(isOdd ? corner : corner + 1))
        splitCorners.append(UInt32(corner + 2))
        splitPolygons.append(count)
        count += 1
    }

    private mutating func split() {
        splitCorners = corners
        splitPolygons = polygons
        isPlain = false
    }
}

/// Finds the straight faces of walls among the cells of upright surface.
///
/// Lines grow from the places where most surface stands in a row: the cells along the line are taken in, the line is fitted again,
/// and so on while it gets longer. Only what reaches as high as walls do begins a line; furniture does not.
struct FaceSearch {
    let grid: ColumnGrid
    /// Cells of one line are not farther apart than this, metres.
    static let gap = 0.8
    /// Half the thickness of what is taken for one face.
    static let band = 0.025
    /// A line with less of it at full height is none.
    static let shortest = 0.2

    /// A parapet of less is a piece of furniture.
    static let shortestParapet = 1.0

    private let isWall: [Bool]
    private let shortest: Double

    private init(_ grid: ColumnGrid, shortest: Double, isWall: (FaceCell) -> Bool) {
        self.grid = grid
        self.shortest = shortest
        self.isWall = grid.faces.map(isWall)
    }

    /// The faces of walls, the strongest first, then those of parapets.
    static func lines(_ grid: ColumnGrid) -> (walls: [FaceLine], parapets: [FaceLine]) {
        (
            FaceSearch(grid, shortest: Self.shortest) { $0.isWall }.lines(),
            FaceSearch(grid, shortest: Self.shortestParapet) { $0.isWall || $0.isParapet }.lines()
        )
    }

    /// All lines, the strongest first.
    private func lines() -> [FaceLine] {
        let faces = grid.faces
        let tall = faces.indices.filter { isWall[$0] }
        var strength = [Double](repeating: 0, count: faces.count)
        for i in tall { strength[i] = support(i) }
        let order = tall.sorted { (strength[$1], $0) < (strength[$0], $1) }
        var used = [Bool](repeating: false, count: faces.count)
        var lines: [FaceLine] = []
        for seed in order where !used[seed] && strength[seed] > 0.02 && lines.count < 3000 {
            used[seed] = true
            guard let (line, members) = grow(seed, used) else { continue }
            for i in members { used[i] = true }
            lines.append(line)
        }
        return lines
    }

    /// Tall area beside a cell on the same straight line, within 0.4 m.
    private func support(_ i: Int) -> Double {
        let face = grid.faces[i]
        var sum = 0.0
        for j in grid.faceNumbers(near: face.place, face.place, within: 0.4) {
            let other = grid.faces[j]
            let d = other.place - face.place
            guard isWall[j], other.normal.dot(face.normal) > 0.94, d.length < 0.4 else { continue }
            if abs(d.dot(face.normal)) < 0.02 { sum += other.area }
        }
        return sum
    }

    private func grow(_ seed: Int, _ used: [Bool]) -> (FaceLine, [Int])? {
        let face = grid.faces[seed]
        var line = FaceLine(
            point: face.place, direction: -face.normal.left, from: -0.4, to: 0.4, tall: 0, residual: 0)
        var members: [Int] = []
        var reach = 0.5
        for round in 0..<40 {
            let found = candidates(line, used, band: round < 2 ? 0.04 : Self.band, reach: reach)
            let run = run(found, line)
            guard run.count >= 3 else { return nil }
            let cells = run.map { grid.faces[$0] }
            guard let fit = FaceFit.line(cells, from: line, reach: round < 2 ? 0.05 : 0.03) else { return nil }
            let before = line.length
            line = fit.line
            line.residual = fit.residual
            let ts = cells.map { line.along($0.place) }
            line.from = ts.min()! - Double(grid.cell) / 2
            line.to = ts.max()! + Double(grid.cell) / 2
            // A short line's direction is not certain enough to be followed far.
            let grew = line.length > before + 0.02
            members = run
            reach = max(0.5, line.length)
            if round >= 3 && !grew { break }
        }
        // The front is where the surface faces, by area.
        let facing = members.reduce(0.0) { $0 + grid.faces[$1].area * grid.faces[$1].normal.dot(line.front) }
        if facing < 0 {
            line.direction = -line.direction
            (line.from, line.to) = (-line.to, -line.from)
        }
        line.tall = covered(members.filter { isWall[$0] }, line)
        guard line.tall >= shortest, line.tall >= 0.6 * line.length else { return nil }
        // Cells close before or behind belong to it as well: frames, switches, noise.
        let near = candidates(line, used, band: 0.045, reach: 0.02)
        return (line, near)
    }

    /// Unused cells near a line that face its way, up to `reach` beyond its ends.
    private func candidates(_ line: FaceLine, _ used: [Bool], band: Double, reach: Double) -> [Int] {
        var found: [Int] = []
        let a = line.point + line.direction * (line.from - reach)
        let b = line.point + line.direction * (line.to + reach)
        let facing = line.front
        for j in grid.faceNumbers(near: a, b, within: band) where !used[j] {
            let face = grid.faces[j]
            let t = line.along(face.place)
            guard abs(line.offset(face.place)) <= band, t >= line.from - reach, t <= line.to + reach else { continue }
            // A cell of little surface has an uncertain normal.
            if face.normal.dot(facing) > 0.87 { found.append(j) }
        }
        return found
    }

    /// The cells around the middle of the line that follow each other without a large gap; tall ones are needed to go on.
    private func run(_ cells: [Int], _ line: FaceLine) -> [Int] {
        let sorted = cells.map { (t: line.along(grid.faces[$0].place), i: $0) }.sorted { ($0.t, $0.i) < ($1.t, $1.i) }
        let middle = (line.from + line.to) / 2
        guard let start = sorted.indices.min(by: { abs(sorted[$0].t - middle) < abs(sorted[$1].t - middle) }) else { return [] }
        func isPart(_ k: Int) -> Bool { isWall[sorted[k].i] }
        var low = start
        var high = start
        var last = sorted[start].t
        var k = start + 1
        while k < sorted.count && sorted[k].t - last <= Self.gap {
            if isPart(k) {
                high = k
                last = sorted[k].t
            }
            k += 1
        }
        last = sorted[start].t
        k = start - 1
        while k >= 0 && last - sorted[k].t <= Self.gap {
            if isPart(k) {
                low = k
                last = sorted[k].t
            }
            k -= 1
        }
        return sorted[low...high].map(\.i)
    }

    /// Metres along the line on which these cells stand.
    private func covered(_ cells: [Int], _ line: FaceLine) -> Double {
        let size = Double(grid.cell)
        var bins = Set<Int>()
        for i in cells { bins.insert(Int((line.along(grid.faces[i].place) / size).rounded(.down))) }
        return Double(bins.count) * size
    }
}

import CStereo
import Geometry
import Support

/// One view and its sources at one size, ready for matching. The images and inverse depths that it points to must stay alive.
final class StereoProblem: @unchecked Sendable {
    private var view = StereoView()
    private let sources: UnsafeMutablePointer<StereoSource>
    private let unit: StereoUnit
    /// What keeps the pointers good.
    private let images: [StereoImage]
    private let maps: [InverseDepthMap?]
    private var settled: UnsafeMutablePointer<UInt8>?

    var width: Int { Int(view.width) }
    var height: Int { Int(view.height) }
    /// The change of inverse depth that moves a pixel by about one in a source.
    var pixelInverse: Float { view.pixelInverse }

    /// A source with its image at the same number of halvings as the reference, and its inverse depths where there are some.
    struct Source {
        let view: PosedView
        let image: StereoImage
        var map: InverseDepthMap?
    }

    /// - Parameters:
    ///   - reference: the view whose depth is computed.
    ///   - image: its image.
    ///   - sources: at most `StereoMaxSources`.
    ///   - range: inverse depths, 1/m.
    ///   - noiseVariance: squared grey values.
    ///   - unit: has to be available.
    init(
        _ reference: PosedView, image: StereoImage, sources: [Source], range: ClosedRange<Float>, noiseVariance: Float,
        unit: StereoUnit = StereoProblem.bestUnit
    ) {
        self.unit = unit
        images = [image] + sources.map(\.image)
        maps = sources.map(\.map)
        self.sources = .allocate(capacity: Int(StereoMaxSources))
        for (i, s) in sources.enumerated() {
            self.sources[i] = StereoSource(s.view, image: s.image, from: reference, inverses: s.map?.values)
        }
        view.pixels = image.pixels
        view.width = Int32(image.width)
        view.height = Int32(image.height)
        view.stride = Int32(image.stride)
        view.fx = reference.camera.fx
        view.fy = reference.camera.fy
        view.cx = reference.camera.cx
        view.cy = reference.camera.cy
        view.sourceCount = Int32(sources.count)
        view.sources = UnsafePointer(self.sources)
        view.minimumInverse = range.lowerBound
        view.maximumInverse = range.upperBound
        view.pixelInverse = Self.pixelInverse(reference, sources.map(\.view), range)
        view.noiseVariance = noiseVariance
        view.similarity = 25
        view.grazing = 0.12
    }

    deinit {
        sources.deallocate()
        settled?.deallocate()
    }

    /// The widest vector unit that this machine has; all give the same bits.
    static let bestUnit = StereoUnitIsThere(StereoUnitAVX2) ? StereoUnitAVX2 : StereoUnitBaseline

    /// Lets hypotheses cost more the farther they are from the sources' inverse depths: `weight` a pixel of reprojection error.
    func useMaps(weight: Float) { view.geometricWeight = weight }

    /// Lets pixels keep their hypotheses in sweeps: those whose value is not 0, one for each pixel.
    func settle(_ pixels: [UInt8]) {
        precondition(pixels.count == width * height, "a mask needs a value for each pixel")
        settled?.deallocate()
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, pixels.count))
        pixels.withUnsafeBufferPointer { if let base = $0.baseAddress { copy.update(from: base, count: pixels.count) } }
        settled = copy
        view.settled = UnsafePointer(copy)
    }

    /// Gives hypotheses to the pixels that have none and computes all costs.
    func start(_ planes: inout [StereoPlane], seed: UInt32, tries: Int) {
        onAllRows(&planes) { rows, planes in
            withUnsafePointer(to: view) {
                StereoStart(unit, $0, seed, Int32(tries), Int32(rows.lowerBound), Int32(rows.upperBound), planes)
            }
        }
    }

    /// Both colours of the checkerboard once.
    func sweep(_ planes: inout [StereoPlane], _ pass: StereoPass) {
        for color: UInt32 in 0...1 {
            var pass = pass
            pass.color = color
            onAllRows(&planes) { [pass] rows, planes in
                withUnsafePointer(to: view) { view in
                    withUnsafePointer(to: pass) {
                        StereoSweep(unit, view, $0, Int32(rows.lowerBound), Int32(rows.upperBound), planes)
                    }
                }
            }
        }
    }

    /// The cost of a surface at a pixel in each source.
    func costs(_ x: Int, _ y: Int, _ plane: StereoPlane) -> [Float] {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: Int(StereoMaxSources)) { costs in
            withUnsafePointer(to: view) { StereoCosts(unit, $0, Int32(x), Int32(y), plane, costs.baseAddress) }
            return Array(costs[0..<Int(view.sourceCount)])
        }
    }

    private func onAllRows(_ planes: inout [StereoPlane], _ body: (Range<Int>, UnsafeMutablePointer<StereoPlane>) -> Void) {
        precondition(planes.count == width * height, "a view needs a hypothesis for each pixel")
        let rows = 8
        let height = height
        planes.withUnsafeMutableBufferPointer { planes in
            guard let base = planes.baseAddress else { return }
            nonisolated(unsafe) let shared = base
            Parallel.forEach((height + rows - 1) / rows) { k in body(k * rows..<min(height, (k + 1) * rows), shared) }
        }
    }

    /// At the image's middle and the middle of the range; the median over the sources.
    private static func pixelInverse(_ reference: PosedView, _ sources: [PosedView], _ range: ClosedRange<Float>) -> Float {
        let middle = (range.lowerBound + range.upperBound) * 0.5
        let x = Float(reference.camera.width) / 2
        let y = Float(reference.camera.height) / 2
        let steps = sources.map { source -> Float in
            let mapping = reference.mapping(to: source)
            let p = mapping.apply(x, y, inverse: middle)
            let q = mapping.apply(x, y, inverse: middle * 1.01)
            var moved = source.camera.fx * (source.center - reference.center).length * middle * 0.01
            if p.z > 0.01, q.z > 0.01 {
                let d = SIMD2(q.x / q.z - p.x / p.z, q.y / q.z - p.y / p.z)
                moved = max((d * d).sum().squareRoot(), moved * 0.2)
            }
            return middle * 0.01 / max(moved, 1e-9)
        }.sorted()
        return steps.isEmpty ? middle * 0.01 : min(steps[steps.count / 2], middle * 0.1)
    }
}

/// Inverse depths of a view, 1/m, 0 where there is none; row by row.
final class InverseDepthMap: @unchecked Sendable {
    let width: Int
    let height: Int
    let values: UnsafeMutablePointer<Float>

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        values = .allocate(capacity: max(1, width * height))
        values.initialize(repeating: 0, count: max(1, width * height))
    }

    deinit { values.deallocate() }
}

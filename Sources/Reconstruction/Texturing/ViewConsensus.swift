import Geometry
import Support

/// What the views agree on at each vertex: the mean of their low frequencies there, and how far each of them is from it.
///
/// A camera that sets its exposure and contrast by what it looks at shows one place in many brightnesses. The mean over all that
/// see it is the steadiest guess of its look, and a view that is shifted onto the mean at the vertices meets its neighbours without
/// a seam (Lempitsky and Ivanov 2007 solve for such shifts; here each follows from the mean).
struct ViewConsensus {
    /// sRGB codes, one a vertex; nothing where no view sees it.
    private let colors: [Vector3?]
    private let positions: [Vector3]
    private let views: [TextureView]

    /// Views that see a place less reliably than this don't tell its colour.
    private static let minTrust: Float = 0.1

    /// - Parameter normals: smooth ones, one a vertex.
    init(_ positions: [Vector3], normals: [Vector3], views: [TextureView]) {
        self.positions = positions
        self.views = views
        colors = Parallel.map(positions.count) { i in Self.mean(at: positions[i], normals[i], views) }
    }

    private static func mean(at place: Vector3, _ normal: Vector3, _ views: [TextureView]) -> Vector3? {
        var sum = Vector3(repeating: 0)
        var weights = Float(0)
        for view in views {
            guard let at = view.view.project(place) else { continue }
            let quality = view.view.quality(place, normal: normal, depth: at.depth)
            guard quality > 0 else { continue }
            let trust = view.trust(at.x, at.y, depth: at.depth)
            guard trust > minTrust else { continue }
            let weight = trust * quality.squareRoot()
            sum += view.lowColor(at.x, at.y) * weight
            weights += weight
        }
        return weights > 0 ? sum / weights : nil
    }

    /// What has to be added to the view's colours at a vertex to meet the others; nil where it doesn't see the vertex.
    func shift(of view: Int, at vertex: Int) -> Vector3? {
        guard let color = colors[vertex], let at = views[view].view.project(positions[vertex]),
            views[view].trust(at.x, at.y, depth: at.depth) > Self.minTrust
        else { return nil }
        return color - views[view].lowColor(at.x, at.y)
    }

    /// The same at the corners of a triangle; a corner that the view doesn't see takes the mean of the others.
    func shifts(of view: Int, at corners: (Int, Int, Int)) -> (Vector3, Vector3, Vector3) {
        let a = shift(of: view, at: corners.0)
        let b = shift(of: view, at: corners.1)
        let c = shift(of: view, at: corners.2)
        var sum = Vector3(repeating: 0)
        var count = Float(0)
        for known in [a, b, c] {
            guard let known else { continue }
            sum += known
            count += 1
        }
        let mean = count > 0 ? sum / count : sum
        return (a ?? mean, b ?? mean, c ?? mean)
    }
}

import Exploration
import Geometry

/// The shape of a space from its triangles, without an exploration. Points are three floats each, `box` is minimum and maximum;
/// without triangles the box alone decides. Writes a `SpaceShape` to `answer`.
@_cdecl("dio_space_shape")
public func spaceShape(
    _ points: UnsafePointer<Float>, indices: UnsafePointer<UInt32>, triangleCount: Int, box: UnsafePointer<Float>,
    answer: UnsafeMutablePointer<UInt32>
) {
    let bounds = Bounds(min: vector(box), max: vector(box + 3))
    func corner(_ i: Int) -> Vector3 { vector(points + 3 * Int(indices[i])) }
    let levels = Levels(triangleCount: triangleCount, in: bounds) { i in (corner(3 * i), corner(3 * i + 1), corner(3 * i + 2)) }
    var writer = WordWriter(answer)
    SpaceShape(bounds: bounds, levels: levels).put(into: &writer)
}

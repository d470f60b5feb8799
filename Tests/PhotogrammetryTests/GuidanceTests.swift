import Geometry
import Photogrammetry
import Testing

struct GuidanceTests {
    /// Cameras that look at the origin from these degrees (clockwise seen from above) and this height.
    private func ring(_ degrees: [Int], height: Float = 0.3, points: (Int) -> [Int]? = { _ in Array(0..<200) }) -> [GuidanceView] {
        degrees.map { angle in
            let (s, c) = Trigonometry.sincos(Float(angle) * .pi / 180)
            let eye = Vector3(2 * s, height, -2 * c)
            return GuidanceView(name: "\(angle).jpg", pose: .lookingAt(Vector3(0, 0, 0), from: eye), points: points(angle))
        }
    }

    private func guidance(_ views: [GuidanceView], unregistered: [UnregisteredPhoto] = [], blurred: [String] = []) -> PhotoGuidance
    {
        PhotoGuidance(views: views, points: [], blurred: blurred, duplicates: [], unregistered: unregistered)
    }

    @Test func `a gap in the circle around an object is named by its neighbours`() {
        let found = guidance(ring(Array(stride(from: 0, to: 250, by: 10))))
        #expect(found.subject == .object)
        #expect(found.gaps.count == 1)
        #expect(found.gaps[0].after == "240.jpg")
        #expect(found.gaps[0].before == "0.jpg")
        #expect(abs(found.gaps[0].width - 120) < 0.5)
        #expect(found.gaps[0].photos == 5)
        #expect(abs(found.coverage - 9.0 / 12) < 0.001)
        #expect(found.sentences[0] == "No photo was taken from the 120° between 240.jpg and 0.jpg: take 5 photos there.")
        #expect(found.missingElevations == [.middle, .high])
    }

    @Test func `a complete set needs nothing`() {
        let angles = Array(stride(from: 0, to: 360, by: 15))
        let found = guidance(ring(angles) + ring(angles, height: 1.4) + ring(angles, height: 4))
        #expect(found.sentences.isEmpty)
        #expect(found.coverage == 1)
        #expect(found.sectors.reduce(0) { $0 + $1.count } == 72)
    }

    @Test func `photos of a room look outwards`() {
        let views = stride(from: 0, to: 180, by: 10).map { angle -> GuidanceView in
            let (s, c) = Trigonometry.sincos(Float(angle) * .pi / 180)
            return GuidanceView(
                name: "\(angle).jpg", pose: .lookingAt(Vector3(2 * s, 1.5, -2 * c), from: Vector3(0.3 * s, 1.5, -0.3 * c)))
        }
        let found = guidance(views)
        #expect(found.subject == .surroundings)
        #expect(found.sentences[0].hasPrefix("No photo looks into the 190° between the views of 170.jpg and 0.jpg"))
    }

    @Test func `weakly connected, blurred and unconnected photos are named`() {
        let views = ring(Array(stride(from: 0, to: 360, by: 15))) { angle in angle == 90 ? Array(0..<12) : Array(0..<200) }
        let lost = UnregisteredPhoto(name: "x.jpg", reason: .noOverlap, explanation: "")
        let found = guidance(views, unregistered: [lost], blurred: ["75.jpg"])
        #expect(found.weak.map(\.name) == ["90.jpg"])
        #expect(found.weak[0].sharedPoints == 12)
        let text = found.sentences.joined(separator: " ")
        #expect(text.contains("x.jpg could not be connected"))
        #expect(text.contains("90.jpg is weakly connected"))
        #expect(text.contains("75.jpg is blurred: take them again.") || text.contains("75.jpg is blurred"))
    }

    @Test func `no views and equal views are no reason to trap`() {
        #expect(guidance([]).coverage == 0)
        let one = GuidanceView(name: "a", pose: .identity)
        #expect(guidance([one, one, one]).subject == .surroundings)
    }
}

import ExhibitMotion
import Testing

@Suite struct SpringTests {
    @Test func `a spring keeps its frequency`() { #expect(Spring(frequency: 3).frequency == 3) }
}

import Changes
import Testing

@Suite struct ChangesErrorTests {
    @Test func `an error is its message`() { #expect(ChangesError(.damaged, "torn").description == "torn") }
}

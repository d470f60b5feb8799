import Spaces
import Testing

@Suite struct SpacesErrorTests {
    @Test func `an error names the input, the location, the problem and the remedy`() {
        let error = SpacesError(.invalidInput, "the entry is a link", input: "a.tar", at: "b/c", remedy: "pack files only")
        #expect("\(error)" == "a.tar, b/c: the entry is a link; pack files only")
        #expect("\(SpacesError(.notFound, "the space has no plan yet"))" == "the space has no plan yet")
    }
}

import Guide
import Testing

@Suite struct LlamaListNumbersTests {
    private func filtered(_ pieces: [String]) -> String {
        var numbers = ListNumbers()
        return pieces.map { numbers.filter($0) }.joined() + numbers.end()
    }

    @Test(arguments: [
        ("1. One.\n2) Two.\n- Three.\n\n* Four.", "One.\nTwo.\nThree.\n\nFour."), ("328 days.", "328 days."),
        ("1.5 m wide, 2. floor", "1.5 m wide, 2. floor"), ("-5 degrees\n 10. ten", "-5 degrees\nten"), ("12", "12"), ("", ""),
        ("5 m", "5 m"), ("Orion - 1. ", "Orion - 1. "),
    ]) func `Numbers at the start of lines go, numbers of the text stay`(text: String, expected: String) {
        #expect(filtered([text]) == expected)
        #expect(filtered(text.map { String($0) }) == expected)
    }
}

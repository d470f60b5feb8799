import Foundation
import Spaces
import TestSupport
import Testing

/// Values in the documentation are those of the program.
@Suite struct DocumentedValueTests {
    @Test(arguments: ["docs/privacy.md", "docs/openapi.yaml"])
    func `the documents say how long an invitation is valid`(page: String) throws {
        let text = try String(contentsOf: TestData.root.appendingPathComponent(page), encoding: .utf8)
        #expect(text.contains("valid once, for \(Int(Invitation.lifetime / 86_400)) days"))
    }
}

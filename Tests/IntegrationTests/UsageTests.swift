import Foundation
import TestSupport
import Testing

/// How the command line is used: exit codes, errors of usage, completion.
@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct UsageTests {
    @Test func `wrong usage ends with 2 and says what is wrong`() throws {
        for arguments in [
            ["fly"], ["reconstruct"], ["reconstruct", "a", "--output", "a.ply", "--voxel", "-1"], ["convert", "a.ply"],
            ["import", "a", "b", "--name", "c"], ["serve", "--port", "70000"], ["library", "list", "--what"],
        ] {
            let result = try Program.run(arguments)
            #expect(result.code == 2, "\(arguments): \(result.error)")
            #expect(result.error.contains("Error:") && result.out.isEmpty)
        }
    }

    @Test func `completion scripts are made for each shell`() throws {
        for shell in ["bash", "zsh", "fish"] {
            let result = try Program.run(["--generate-completion-script", shell])
            #expect(result.code == 0 && result.out.contains("reconstruct"))
        }
    }
}

import Foundation
import Guide

/// What was read has ids, sources and texts, and expected questions name sentences that are there.
func fuzz(_ bytes: UnsafeRawBufferPointer) {
    guard let document = try? CorpusDocument(Data(bytes), stem: "fuzz", name: "fuzz.md") else { return }
    for passage in document.passages {
        precondition(passage.id.hasPrefix("fuzz/"), "an id without its document")
        precondition(!passage.text.isEmpty && !passage.source.date.isEmpty, "a passage without text or date")
        precondition(passage.questions.allSatisfy { $0.sentence >= 0 }, "a question of no sentence")
    }
}

func seeds() -> [[UInt8]] {
    [
        """
        # Trajectory
        Source: NASA, press kit, https://www.nasa.gov/kit
        Date: 2026-01

        ## free-return
        About: orion/crew-module
        Ask 1: What is a free return? | How do they come home?
        Ask 2: How long does it take?
        Artemis II flies a free return. Artemis II takes ten days.

        """, "# Empty\n",
    ].map { Array($0.utf8) }
}

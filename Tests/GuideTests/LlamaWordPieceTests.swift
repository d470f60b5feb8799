import Foundation
import Guide
import Testing

@Suite struct LlamaWordPieceTests {
    private let vocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\nheat\nshield\n##s\n'\ns\norion\n5\n##m\n日\n本\nelan\n.\n"

    @Test func `Words, punctuation and pieces`() throws {
        let tokenizer = try WordPieceTokenizer(vocabulary: vocabulary)
        #expect(tokenizer.tokens("Orion's heat shields.") == [2, 9, 7, 8, 4, 5, 6, 15, 3])
        #expect(tokenizer.tokens("ÉLAN 5m  日本") == [2, 14, 10, 11, 12, 13, 3])
        #expect(tokenizer.tokens("rocket heat") == [2, 1, 4, 3])
        #expect(tokenizer.tokens("") == [2, 3])
        #expect(tokenizer.tokens(String(repeating: "h", count: 101)) == [2, 1, 3])
        #expect(tokenizer.tokens("heat heat heat heat", limit: 4) == [2, 4, 4, 3])
        #expect(throws: GuideError.self) { try WordPieceTokenizer(vocabulary: "a\nb") }
    }
}

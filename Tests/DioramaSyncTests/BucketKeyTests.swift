import DioramaSync
import Testing

@Suite struct BucketKeyTests {
    @Test func `a key never leads out of a folder`() {
        for text in ["../a", "a/../b", "a//b", "/a", "a/", ".a", "a b", "", "a\\b", "ü"] {
            #expect(BucketKey(text) == nil, "\(text)")
        }
        #expect(BucketKey("changes/2xQ4/00000000000000000001-2xQ")?.name == "00000000000000000001-2xQ")
    }
}

import Companions
import Images
import Live
import Testing

/// Images of companions.
@Suite struct FilmStripTests {
    @Test func `a strip has its frames side by side and each shows the companion`() {
        let strip = FilmStrip.strip(CompanionTests.scenes[2], action: .jump, width: 40, height: 50)
        #expect(strip.width == 40 * FilmStrip.frames && strip.height == 50)
        for frame in 0..<FilmStrip.frames {
            var bright = 0
            for y in 0..<50 {
                for x in frame * 40..<frame * 40 + 40 where strip[x, y].x > 120 { bright += 1 }
            }
            #expect(bright > 60, "frame \(frame): \(bright)")
        }
    }

    @Test func `the sheet has one image for each companion`() {
        let sheet = FilmStrip.sheet(Array(CompanionTests.scenes.prefix(3)), action: nil, width: 30, height: 40)
        #expect(sheet.width == 90 && sheet.height == 40)
    }
}

import Exhibits
import Foundation
import Support
import Testing

/// The document of an exhibit: its rules, and what is refused.
@Suite struct DocumentTests {
    static func sample() -> Exhibit {
        var exhibit = Exhibit(title: "Shelf", summary: "What stands there.", license: "CC-BY-4.0")
        exhibit.credits = [ExhibitCredit("Ada", url: "https://example.org/ada")]
        var chair = ExhibitModel(id: "chair", name: "Chair", file: "models/chair.glb", tableScale: 0.5)
        chair.levels = [.init(file: "models/chair-1.glb", triangleCount: 10)]
        chair.usdz = "models/chair.usdz"
        chair.image = "images/chair.jpg"
        chair.poster = ExhibitPoster(image: "images/chair.webp", min: [-0.25, 0, -0.3], max: [0.25, 0.9, 0.3])
        let leg = ExhibitModel.Part(id: "leg", name: "Leg", position: [0, 0.2, 0], node: "Leg", offset: [0, -0.3, 0])
        chair.parts = [.init(id: "frame", name: "Frame", position: [0, 0.5, 0], parts: [leg])]
        var card = LearnCard(
            id: "seat", category: .overview, title: "Seat", short: "A seat.", detailed: ["It is soft."],
            simplified: .init(short: "A seat.", detailed: ["Soft."]))
        card.image = "images/chair.jpg"
        card.target = ExhibitTarget(model: "chair", part: "leg")
        exhibit.models = [chair]
        exhibit.cards = [card]
        exhibit.guides = [
            ExhibitGuide(id: "ada", name: "Ada", role: "Curator", description: "Knows chairs.", isSimulated: true, sources: [])
        ]
        exhibit.timelines = [
            .init(id: "making", title: "Making", events: [.init(id: "glue", time: "1901", title: "Glued", card: "seat")])
        ]
        exhibit.scenarios = [
            .init(
                id: "tour", title: "Tour", text: "Around it.",
                steps: [.init(title: "The leg", text: "It holds.", seconds: 5, target: ExhibitTarget(model: "chair", part: "leg"))])
        ]
        return exhibit
    }

    @Test func `a document is read as it was written, and its files are named once`() throws {
        let exhibit = Self.sample()
        #expect(exhibit.problems() == [])
        #expect(try Exhibit(json: exhibit.json()) == exhibit)
        #expect(try Exhibit(json: exhibit.json(isReadable: true)).json() == exhibit.json())
        #expect(
            exhibit.files == [
                "models/chair.glb", "models/chair-1.glb", "models/chair.usdz", "images/chair.jpg", "images/chair.webp",
            ])
    }

    @Test func `lists may be left out; unknown fields, other versions and missing texts are refused by name`() throws {
        let short = #"{"version":1,"title":"A","summary":"","language":"en","license":""}"#
        #expect(try Exhibit(json: Data(short.utf8)) == Exhibit(title: "A"))
        func refusal(_ json: String) -> String {
            do throws(ExhibitError) {
                _ = try Exhibit(json: Data(json.utf8))
                return ""
            } catch { return "\(error)" }
        }
        #expect(refusal(short.replacingOccurrences(of: "}", with: #","modells":[]}"#)).hasPrefix("modells: the field is unknown"))
        #expect(refusal(short.replacingOccurrences(of: ":1,", with: ":2,")).contains("use a newer program"))
        #expect(refusal(#"{"version":1,"title":"A"}"#).contains("the field summary is missing"))
        #expect(refusal("not JSON") == "it is not JSON")
        #expect(refusal(#"{"version":1,"title":3,"summary":"","language":"en","license":""}"#) == "title: the value must be a text")
        let card =
            #","cards":[{"id":"a","category":"sport","title":"A","short":"A","detailed":["A"],"#
            + #""simplified":{"short":"A","detailed":["A"]}}]}"#
        #expect(refusal(short.replacingOccurrences(of: "}", with: card)).hasPrefix("cards[0].category: the value is not one"))
    }

    @Test func `each broken rule is reported with its place`() throws {
        func broken(_ change: (inout Exhibit) -> Void) -> [String] {
            var exhibit = Self.sample()
            change(&exhibit)
            return exhibit.problems().map(\.location)
        }
        #expect(broken { $0.title = "" } == ["title"])
        #expect(broken { $0.title = "a\u{0}b" } == ["title"])
        #expect(broken { $0.language = "english!" } == ["language"])
        #expect(broken { $0.credits[0].url = "javascript:alert(1)" } == ["credits[0].url"])
        #expect(broken { $0.models[0].id = "Chair 1" }.contains("models[0].id"))
        #expect(broken { $0.models.append($0.models[0]) } == ["models[1].id"])
        #expect(broken { $0.models[0].file = "../etc/passwd.glb" } == ["models[0].file"])
        #expect(broken { $0.models[0].file = "images/chair.glb" } == ["models[0].file"])
        #expect(broken { $0.models[0].usdz = "models/chair.glb" } == ["models[0].usdz"])
        #expect(broken { $0.models[0].tableScale = .nan } == ["models[0].tableScale"])
        #expect(broken { $0.models[0].poster?.image = "images/chair.jpg" } == ["models[0].poster.image"])
        #expect(broken { $0.models[0].poster?.min = [0, 0] } == ["models[0].poster.min"])
        #expect(broken { $0.models[0].poster?.max[1] = -1 } == ["models[0].poster"])
        #expect(broken { $0.models[0].parts[0].position = [1, 2] } == ["models[0].parts[0].position"])
        #expect(broken { $0.models[0].parts[0].parts[0].id = "frame" }.contains("models[0].parts"))
        #expect(broken { $0.cards[0].detailed = [] } == ["cards[0].detailed"])
        #expect(broken { $0.cards[0].detailed = Array(repeating: "a", count: 5) } == ["cards[0].detailed"])
        #expect(broken { $0.cards[0].short = String(repeating: "a", count: 161) } == ["cards[0].short"])
        #expect(broken { $0.cards[0].target?.part = "arm" } == ["cards[0].target.part"])
        #expect(broken { $0.cards[0].target?.model = "table" } == ["cards[0].target.model"])
        #expect(broken { $0.timelines[0].events[0].card = "none" } == ["timelines[0].events[0].card"])
        #expect(broken { $0.scenarios[0].steps[0].seconds = 0 } == ["scenarios[0].steps[0].seconds"])
        let deep = (0..<9).reduce(ExhibitModel.Part(id: "p", name: "P", position: [0, 0, 0])) { part, i in
            .init(id: "p\(i)", name: "P", position: [0, 0, 0], parts: [part])
        }
        #expect(broken { $0.models[0].parts.append(deep) }.count == 1)
    }

    @Test func `cut and changed bytes are errors or documents, never traps`() throws {
        let json = Array(try Self.sample().json())
        for count in 0..<json.count { #expect(throws: ExhibitError.self) { try Exhibit(json: Data(json.prefix(count))) } }
        var random = SplitMix64(seed: 20)
        var read = 0
        for _ in 0..<2000 {
            var bytes = json
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            guard let exhibit = try? Exhibit(json: Data(bytes)) else { continue }
            read += 1
            _ = exhibit.problems()
            #expect(try Exhibit(json: exhibit.json()) == exhibit)
        }
        #expect(read > 100)
        #expect(throws: ExhibitError.self) { try Exhibit(json: Data(count: Exhibit.maxByteCount + 1)) }
    }

    @Test func `paths of files are those of two folders`() {
        for path in ["models/a.glb", "images/A-b_c.1.jpg"] { #expect(ExhibitFile.split(path) != nil) }
        for path in [
            "a.glb", "models/", "models/.a", "models/a/b.glb", "/models/a.glb", "models/a b.glb", "other/a.glb", "models/ä.glb",
        ] {
            #expect(ExhibitFile.split(path) == nil, "\(path)")
        }
    }
}

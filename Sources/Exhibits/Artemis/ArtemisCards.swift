/// The twenty learn cards.
enum ArtemisCards {
    /// In the order in which they are shown first.
    static var all: [LearnCard] { first + mission + rocket + spacecraft + people }

    /// The texts of a card.
    struct Text {
        var title: String
        var short: String
        var detailed: [String]
        var simple: String
        var simpleDetailed: [String]
        /// What its image shows.
        var image: String
    }

    /// A card with its image `images/card-ID.jpg`.
    static func card(
        _ id: String, _ category: LearnCard.Category, target: ExhibitTarget?, sources: [ExhibitCredit], text: Text
    ) -> LearnCard {
        var card = LearnCard(
            id: id, category: category, title: text.title, short: text.short, detailed: text.detailed,
            simplified: .init(short: text.simple, detailed: text.simpleDetailed))
        card.image = "images/card-\(id).jpg"
        card.imageDescription = text.image
        card.target = target
        card.sources = sources
        return card
    }

    static let orion = "orion"
    static let sls = "sls"

    private static var first: [LearnCard] {
        [
            card(
                "what-is-artemis-ii", .overview, target: .init(model: orion), sources: [ArtemisSources.mission],
                text: Text(
                    title: "What is Artemis II?",
                    short: "Four astronauts flew around the Moon and back in April 2026, the first people there since 1972.",
                    detailed: [
                        "A test flight: the first time that people flew on the SLS rocket and in the Orion spacecraft.",
                        "It lasted about ten days, from 1 to 10 April 2026, and did not land on the Moon.",
                        "The crew named their Orion spacecraft Integrity.",
                        "The path was a free return: the Moon's gravity bends it back towards Earth without a large engine burn.",
                    ],
                    simple: "Four people flew around the Moon and came home. Nobody had been there since 1972.",
                    simpleDetailed: [
                        "The flight tested the new rocket and the new spaceship.", "It took ten days in April 2026.",
                        "Nobody landed on the Moon this time.",
                    ],
                    image: "The Orion spacecraft with four spread solar arrays in front of a dark sky.")),
            card(
                "why-artemis", .overview, target: nil, sources: [ArtemisSources.artemis],
                text: Text(
                    title: "Why Artemis exists",
                    short: "Artemis is NASA's programme to explore the Moon with people, for science and as preparation for Mars.",
                    detailed: [
                        "Artemis I (2022) flew without a crew; Artemis II (2026) carried people around the Moon.",
                        "Later missions are planned to land near the south pole, where there is ice in shadowed craters.",
                        "Several space agencies take part: ESA builds the service module, Canada sends an astronaut.",
                        "What is learned on the Moon is meant to prepare journeys to Mars.",
                    ],
                    simple: "Artemis wants to bring people back to the Moon, to learn new things there.",
                    simpleDetailed: [
                        "First came a flight without people, then one with people.", "Landing on the Moon is planned for later.",
                        "Many countries work together.",
                    ],
                    image: "A rising crescent of the Moon with Orion as a small silhouette in front of it.")),
            card(
                "true-size", .overview, target: .init(model: sls), sources: [ArtemisSources.rocketGuide],
                text: Text(
                    title: "How tall is it?",
                    short: "The rocket stands 98 metres high: taller than a building of thirty storeys.",
                    detailed: [
                        "98 m is about 57 people standing on each other's shoulders.",
                        "The core stage alone is 65 m long and 8.4 m wide.", "Each booster is 54 m high.",
                        "Only the crew module, 5 m wide and 3.3 m high, comes back to Earth.",
                    ],
                    simple: "The rocket is 98 metres tall. Next to it a house looks tiny.",
                    simpleDetailed: [
                        "A person is 57 times smaller.", "Only the small capsule at the top comes home.",
                    ],
                    image: "The rocket beside a house and a person, all in the same scale.")),
            card(
                "record-distance", .overview, target: .init(model: orion), sources: [ArtemisSources.flightDaySix],
                text: Text(
                    title: "Farther than anyone before",
                    short: "On 6 April 2026 the crew was 406,771 km from Earth, farther than any people before them.",
                    detailed: [
                        "The record had stood since Apollo 13 in April 1970: 400,171 km.",
                        "Artemis II passed it at 1:56 p.m. Eastern time on its sixth day.",
                        "The greatest distance, 252,756 miles, was reached at 7:02 p.m. behind the Moon.",
                        "The spacecraft travelled about 1.1 million km in all.",
                    ],
                    simple: "No people have ever been farther away from Earth: more than 400,000 kilometres.",
                    simpleDetailed: [
                        "The old record was from 1970.", "That is ten times around the Earth.",
                    ],
                    image: "Earth and Moon in the right relation of size and distance, with a line to the far side of the Moon.")),
        ]
    }

    private static var mission: [LearnCard] {
        [
            card(
                "mission-timeline", .timeline, target: nil, sources: [ArtemisSources.mission, ArtemisSources.flightDaySix],
                text: Text(
                    title: "Mission timeline",
                    short: "Launch on 1 April, around the Moon on 6 April, splashdown on 10 April 2026.",
                    detailed: [
                        "Day 1: launch from Kennedy Space Center and one day in a high orbit of Earth for tests.",
                        "Day 2: Orion's main engine starts the journey to the Moon.",
                        "Day 6: flight behind the Moon, 6,545 km above its surface.",
                        "Day 10: entry into the atmosphere and splashdown in the Pacific off San Diego.",
                    ],
                    simple: "Start on 1 April, at the Moon on 6 April, back on 10 April 2026.",
                    simpleDetailed: [
                        "First one day around the Earth.", "Then four days to the Moon.", "Then four days home into the sea.",
                    ],
                    image: "Diagram of the path: two loops around Earth, then a figure of eight around the Moon and back.")),
            card(
                "launch", .timeline, target: .init(model: sls, part: "boosters"),
                sources: [ArtemisSources.mission, ArtemisSources.rocketGuide],
                text: Text(
                    title: "Launch",
                    short: "On 1 April 2026 four engines and two boosters lifted the rocket from Launch Complex 39B in Florida.",
                    detailed: [
                        "Together they give 39 meganewtons (8.8 million pounds) of thrust.",
                        "The boosters burn for about two minutes, then they fall away.",
                        "The launch abort system is dropped soon after, when it is no longer needed.",
                        "After about eight minutes the core stage is empty and separates.",
                    ],
                    simple: "Four engines and two boosters pushed the rocket up. After eight minutes it was in space.",
                    simpleDetailed: [
                        "The two white boosters burn for two minutes.", "Empty parts fall off on the way.",
                    ],
                    image: "The rocket seen from below, between its two white boosters.")),
            card(
                "first-day", .timeline, target: .init(model: sls, part: "propulsion-stage"), sources: [ArtemisSources.mission],
                text: Text(
                    title: "A day of tests near Earth",
                    short: "Before it left for the Moon, Orion stayed in a high orbit of Earth for about a day.",
                    detailed: [
                        "The upper stage raised the orbit to tens of thousands of kilometres.",
                        "After separation the crew steered Orion by hand close to the empty stage.",
                        "Air, water and communication were checked while a quick return was still possible.",
                        "Then Orion's own main engine started the way to the Moon.",
                    ],
                    simple: "First the crew flew around the Earth for a day and tested everything.",
                    simpleDetailed: [
                        "They practised steering close to an empty rocket stage.", "Only then did they fly to the Moon.",
                    ],
                    image: "Orion flying near the empty upper stage.")),
            card(
                "around-the-moon", .timeline, target: .init(model: orion, part: "windows"),
                sources: [ArtemisSources.flightDaySix, ArtemisSources.mission],
                text: Text(
                    title: "Around the Moon",
                    short: "On 6 April 2026 Orion flew behind the Moon; for 40 minutes no radio signal reached Earth.",
                    detailed: [
                        "The smallest distance to the surface was 6,545 km, at about 7 p.m. Eastern time.",
                        "From there the Moon looks about as large as a football at arm's length.",
                        "The crew photographed the far side, which is never seen from Earth.",
                        "The Moon's gravity turned the path back towards Earth.",
                    ],
                    simple: "Behind the Moon there was no radio for 40 minutes. Then the path led home.",
                    simpleDetailed: [
                        "The Moon's pull turned the spaceship around.", "The crew saw the side that we never see.",
                    ],
                    image: "Orion above the cratered Moon, with the small Earth in the distance.")),
            card(
                "return", .timeline, target: .init(model: orion, part: "crew-module"),
                sources: [ArtemisSources.mission, ArtemisSources.orionGuide],
                text: Text(
                    title: "Return to Earth",
                    short: "On 10 April 2026 the crew module splashed down in the Pacific near San Diego.",
                    detailed: [
                        "The service module is dropped before the entry; it burns up.",
                        "The capsule meets the atmosphere at almost 40,000 km/h (11 km/s).",
                        "Parachutes slow it to about 30 km/h above the water.",
                        "A ship of the US Navy, the USS John P. Murtha, recovered crew and capsule.",
                    ],
                    simple: "The capsule fell through the air, opened parachutes and landed in the sea.",
                    simpleDetailed: [
                        "The other parts of the spaceship burned up.", "A ship picked up the crew.",
                    ],
                    image: "The crew module alone, heat shield first, glowing from below.")),
        ]
    }
}

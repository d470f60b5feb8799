extension Artemis {
    /// The id of the built-in exhibit.
    public static let id = "artemis"

    /// The whole document: models with their parts, cards, the mission's timeline and a walk through it.
    public static func exhibit() -> Exhibit {
        var exhibit = Exhibit(
            title: "Artemis II: to the Moon with Orion and SLS",
            summary:
                "The spacecraft and the rocket of the first flight of people to the Moon since 1972, taken apart and explained on "
                + "twenty cards.",
            language: "en", license: "Apache-2.0")
        exhibit.credits = [
            ExhibitCredit("Models, images and texts: the Diorama project, computed by its own code; Apache-2.0"),
            ExhibitCredit(
                "Dimensions of Orion and SLS: NASA, fact sheets and reference guides", url: "https://www.nasa.gov/orion-overview"),
            ExhibitCredit(
                "Dimensions of the European Service Module: ESA",
                url: "https://www.esa.int/Our_Activities/Human_Spaceflight/Orion/Power"),
            ExhibitCredit("Not made, reviewed or endorsed by NASA, ESA or CSA."),
        ]
        exhibit.models = [orion, rocket]
        exhibit.cards = ArtemisCards.all
        exhibit.timelines = [ArtemisMission.timeline]
        exhibit.scenarios = [ArtemisMission.scenario]
        return exhibit
    }

    /// A model without its parts, with the paths of its files.
    private static func base(_ model: ArtemisModel, name: String, description: String, imageDescription: String) -> ExhibitModel {
        var result = ExhibitModel(
            id: model.rawValue, name: name, description: description, file: model.path(level: 0), tableScale: model.tableScale)
        result.levels = (1..<ArtemisModel.levelCount).map {
            .init(file: model.path(level: $0), triangleCount: triangleCounts[model]?[$0 - 1] ?? 0)
        }
        result.usdz = "models/\(model.rawValue).usdz"
        result.tableUSDZ = "models/\(model.rawValue)-table.usdz"
        result.image = "images/\(model.rawValue).jpg"
        result.imageDescription = imageDescription
        result.poster = ExhibitPoster(image: model.posterPath, bounds: model.bounds)
        return result
    }

    /// The triangles of the coarser levels; a test compares them with the models.
    static let triangleCounts: [ArtemisModel: [Int]] = [.orion: [36_866, 11_383], .sls: [54_861, 23_194]]

    private static var orion: ExhibitModel {
        var model = base(
            .orion, name: "Orion",
            description:
                "The Orion spacecraft as it flies to the Moon: crew module, adapter and European Service Module with four solar "
                + "arrays, 19 m across. In true scale, from published dimensions.",
            imageDescription: "The Orion spacecraft: a silvery cone on a white ring and a cylinder, with four long solar arrays.")
        model.parts = OrionParts.tree
        return model
    }

    private static var rocket: ExhibitModel {
        var model = base(
            .sls, name: "Space Launch System",
            description:
                "The rocket of Artemis II, SLS Block 1: orange core stage with four engines, two white boosters, upper stage, and "
                + "at "
                + "the top Orion below its launch abort system; 98 m high. In true scale, from published dimensions.",
            imageDescription: "The Space Launch System: an orange rocket with two white boosters and a white pointed tip.")
        model.parts = RocketParts.tree
        return model
    }
}

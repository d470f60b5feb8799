/// The parts of the Orion model: labels, texts, movements in the exploded view. A part's movement adds to that of the part that it
/// belongs to, as the nodes of the file do.
enum OrionParts {
    private typealias Part = ExhibitModel.Part

    static var tree: [ExhibitModel.Part] { [crewModule, adapter, serviceModule] }

    private static var crewModule: Part {
        Part(
            id: "crew-module", name: "Crew module",
            description: "The pressurized cabin for four people, 5.02 m wide and 3.3 m high: the only part that returns to Earth.",
            position: [1.816, 5.7, 1.048], node: "crew-module", offset: [0, 5.2, 0],
            parts: [
                Part(
                    id: "windows", name: "Windows",
                    description: "Two face forward for the approach to other craft, two to the sides.",
                    position: [0.51, 6.14, 1.77], node: "windows", offset: [0, 0.45, 0.9]),
                Part(
                    id: "side-hatch", name: "Side hatch",
                    description: "Through it the crew enters on the launch pad and leaves at sea.",
                    position: [-1.96, 5.98, 0.14], node: "side-hatch", offset: [-1.3, 0.4, 0]),
                Part(
                    id: "crew-thrusters", name: "Crew module thrusters",
                    description: "Small engines that steer the capsule after it has left the service module.",
                    position: [-1.5, 5.54, 1.66], node: "crew-thrusters"),
                Part(
                    id: "forward-bay-cover", name: "Forward bay cover",
                    description: "It protects the parachutes around the tunnel and is thrown off before they open.",
                    position: [1.31, 7.1, -0.23], node: "forward-bay-cover", offset: [0, 0.7, 0]),
                Part(
                    id: "docking-hatch", name: "Docking hatch",
                    description: "The way into other spacecraft, at the top of the cone.",
                    position: [0.3, 7.41, 0.2], node: "docking-hatch", offset: [0, 1.5, 0]),
                Part(
                    id: "heat-shield", name: "Heat shield",
                    description: "5 m of ablating blocks that char at the entry into the atmosphere and carry the heat away.",
                    position: [1.2, 4.75, 2.08], node: "heat-shield", offset: [0, -1.5, 0]),
            ])
    }

    private static var adapter: Part {
        Part(
            id: "crew-module-adapter", name: "Crew module adapter",
            description: "The white ring that joins both modules, with the umbilical for electricity, air and water.",
            position: [2.65, 4.3, 0.47], node: "crew-module-adapter", offset: [0, 2.8, 0])
    }

    private static var serviceModule: Part {
        Part(
            id: "service-module", name: "European Service Module",
            description: "Built in Europe for ESA: propulsion, electricity, water, oxygen and nitrogen. It burns up at the return.",
            position: [1.0, 1.62, 1.64], node: "service-module", offset: [0, 1.6, 0],
            parts: [
                Part(
                    id: "radiators", name: "Radiators", description: "White panels that give off the heat of electronics and crew.",
                    position: [-1.02, 2.8, 1.78], node: "radiators"),
                Part(
                    id: "main-engine", name: "Main engine",
                    description: "25.7 kN of thrust; an engine that steered the Space Shuttle in orbit. It swivels.",
                    position: [0.4, 0.3, 0.38], node: "main-engine", offset: [0, -1.6, 0]),
                Part(
                    id: "auxiliary-thrusters", name: "Auxiliary thrusters",
                    description: "Eight engines of 490 N, also the main engine's backup.",
                    position: [1.1, 1.0, 1.1], node: "auxiliary-thrusters", offset: [0, -0.9, 0]),
                Part(
                    id: "attitude-thrusters", name: "Attitude thrusters",
                    description: "24 engines of 220 N in six pods turn the spacecraft.",
                    position: [0, 1.81, 2.35], node: "attitude-thrusters"),
                Part(
                    id: "solar-arrays", name: "Solar arrays", description: "Four wings, 19 m from tip to tip, with 11 kW of power.",
                    position: [4.4, 1.83, 2.5], node: "solar-arrays",
                    parts: (0..<4).map { wing($0) }),
            ])
    }

    private static func wing(_ number: Int) -> Part {
        // Outwards along the wing, whose drives are at 60° and 120° to both sides.
        let directions: [(Double, Double)] = [(0.866, 0.5), (0.866, -0.5), (-0.866, -0.5), (-0.866, 0.5)]
        let d = directions[number]
        return Part(
            id: "solar-array-\(number + 1)", name: "Solar array \(number + 1)",
            description: "Three panels with 1,242 cells each on a two-axis drive.",
            position: [d.0 * 6.2, 1.81, d.1 * 6.2], node: "solar-array-\(number + 1)", offset: [d.0 * 1.5, 0, d.1 * 1.5])
    }
}

/// The parts of the SLS model. A part's movement adds to that of the part that it belongs to.
enum RocketParts {
    private typealias Part = ExhibitModel.Part

    static var tree: [ExhibitModel.Part] { [coreStage, boosters, upperStage, orion, abortSystem] }

    private static var coreStage: Part {
        Part(
            id: "core-stage", name: "Core stage", description: "65 m long and 8.4 m wide: two tanks and four engines.",
            position: [0, 30, 4.2], node: "core-stage",
            parts: [
                Part(
                    id: "engines", name: "RS-25 engines", description: "Four engines that burn liquid hydrogen with liquid oxygen.",
                    position: [1.62, 1.19, 2.564], node: "engines",
                    parts: (1...4).map { k in
                        let x = k <= 2 ? 1.62 : -1.62
                        let z = k == 1 || k == 4 ? 1.62 : -1.62
                        return Part(
                            id: "engine-\(k)", name: "Engine \(k)", position: [x * 1.478, 0.89, z * 1.478], node: "engine-\(k)",
                            offset: [x * 0.6, 0, z * 0.6])
                    }),
                Part(
                    id: "engine-section", name: "Engine section", description: "It carries the engines' thrust and their pipes.",
                    position: [0, 7.2, 4.2], node: "engine-section", offset: [0, 4, 0]),
                Part(
                    id: "liquid-hydrogen-tank", name: "Liquid hydrogen tank", description: "2 million litres at −253 °C.",
                    position: [0, 24, 4.2], node: "liquid-hydrogen-tank", offset: [0, 8, 0]),
                Part(
                    id: "feed-lines", name: "Feed lines", description: "They bring oxygen past the hydrogen tank to the engines.",
                    position: [2.09, 30, 4.29], node: "feed-lines", offset: [0, 8, 3]),
                Part(
                    id: "intertank", name: "Intertank",
                    description: "The ribbed part between the tanks, which takes up the boosters' thrust.",
                    position: [0, 47.5, 4.17], node: "intertank", offset: [0, 12, 0]),
                Part(
                    id: "liquid-oxygen-tank", name: "Liquid oxygen tank", description: "740,000 litres at −183 °C.",
                    position: [0, 56, 4.2], node: "liquid-oxygen-tank", offset: [0, 16, 0]),
                Part(
                    id: "forward-skirt", name: "Forward skirt", description: "With the computers that steer the rocket.",
                    position: [0, 62.6, 4.2], node: "forward-skirt", offset: [0, 20, 0]),
            ])
    }

    private static var boosters: Part {
        Part(
            id: "boosters", name: "Solid rocket boosters",
            description: "54 m high; more than three quarters of the thrust at the start.",
            position: [6.36, 25, 1.85],
            parts: [booster("right", side: 1), booster("left", side: -1)])
    }

    private static func booster(_ name: String, side: Double) -> Part {
        let id = "booster-\(name)"
        let x = 6.36 * side
        return Part(
            id: id, name: name == "right" ? "Right booster" : "Left booster", position: [x, 30, 1.85], node: id,
            offset: [7 * side, 0, 0],
            parts: [
                Part(
                    id: "\(id)-nose", name: "Nose and forward skirt",
                    description: "With the separation motors and the upper attachment.",
                    position: [x, 47.0, 1.86], node: "\(id)-nose", offset: [0, 8, 0]),
                Part(
                    id: "\(id)-motor", name: "Five segments", description: "Each filled with solid fuel around a central bore.",
                    position: [x, 22, 1.855], node: "\(id)-motor", offset: [0, 5, 0]),
                Part(
                    id: "\(id)-aft-skirt", name: "Aft skirt", description: "The whole vehicle stands on the posts of both skirts.",
                    position: [x, 1.5, 2.42], node: "\(id)-aft-skirt", offset: [0, 2.6, 0]),
                Part(
                    id: "\(id)-nozzle", name: "Nozzle", description: "It swivels to steer; its exit is 3.9 m wide.",
                    position: [x, 0.1, 1.96], node: "\(id)-nozzle"),
            ])
    }

    private static var upperStage: Part {
        Part(
            id: "upper-stage", name: "Upper stage", description: "Adapters and the interim cryogenic propulsion stage.",
            position: [0, 74.9, 2.57], node: "upper-stage", offset: [0, 22, 0],
            parts: [
                Part(
                    id: "stage-adapter", name: "Launch vehicle stage adapter",
                    description: "The cone that covers the upper stage's lower half.",
                    position: [0, 69, 3.35], node: "stage-adapter"),
                Part(
                    id: "propulsion-stage", name: "Interim cryogenic propulsion stage",
                    description: "It raised the orbit around Earth on the first day.", position: [0.9, 75.2, 2.39],
                    node: "propulsion-stage",
                    offset: [0, 9.5, 0],
                    parts: [
                        Part(
                            id: "rl10-engine", name: "RL10 engine", description: "110 kN of thrust from hydrogen and oxygen.",
                            position: [0, 65.6, 1.07], node: "rl10-engine", offset: [0, -0.8, 0])
                    ]),
                Part(
                    id: "orion-stage-adapter", name: "Orion stage adapter",
                    description: "It joins the stage to Orion and carries small satellites.",
                    position: [0, 77.1, 2.68], node: "orion-stage-adapter", offset: [0, 12, 0]),
            ])
    }

    private static var orion: Part {
        Part(
            id: "orion", name: "Orion", description: "The spacecraft, covered by panels until it is above the air.",
            position: [0, 84.2, 2.7], node: "orion", offset: [0, 36, 0],
            parts: [
                Part(
                    id: "spacecraft-adapter", name: "Spacecraft adapter",
                    description: "The ring on which the service module stands.",
                    position: [0, 78.4, 2.72], node: "spacecraft-adapter"),
                panel(1, azimuth: 90), panel(2, azimuth: 210), panel(3, azimuth: 330),
                Part(
                    id: "service-module", name: "European Service Module",
                    description: "With its solar arrays folded for the launch.",
                    position: [0.3, 82.4, 2.03], node: "service-module", offset: [0, 2, 0]),
                Part(
                    id: "crew-module-adapter", name: "Crew module adapter", position: [0.9, 84.2, 2.54],
                    node: "crew-module-adapter",
                    offset: [0, 3.5, 0]),
                Part(
                    id: "crew-module", name: "Crew module", description: "The cabin of the four astronauts.",
                    position: [1.8, 85.4, 1.05], node: "crew-module", offset: [0, 6, 0]),
            ])
    }

    private static func panel(_ number: Int, azimuth: Double) -> Part {
        let directions: [Double: (Double, Double)] = [90: (1, 0), 210: (-0.5, -0.866), 330: (-0.5, 0.866)]
        let d = directions[azimuth] ?? (0, 1)
        return Part(
            id: "service-module-panel-\(number)", name: "Fairing panel \(number)",
            description: "Thrown off about three minutes after the launch.",
            position: [d.0 * 2.72, 81.5, d.1 * 2.72], node: "service-module-panel-\(number)", offset: [d.0 * 3.2, 0, d.1 * 3.2])
    }

    private static var abortSystem: Part {
        Part(
            id: "launch-abort-system", name: "Launch abort system",
            description: "13.4 m high; pulls the crew away from the rocket in an emergency.",
            position: [0, 90.5, 0.62], node: "launch-abort-system", offset: [0, 46, 0],
            parts: [
                Part(
                    id: "abort-fairing", name: "Fairing",
                    description: "It protects the crew module from air and heat during the ascent.",
                    position: [0, 86.2, 2.45], node: "abort-fairing"),
                Part(
                    id: "abort-motor", name: "Abort motor", description: "1.8 MN within milliseconds, through four nozzles.",
                    position: [0, 92.6, 0.46], node: "abort-motor", offset: [0, 1.5, 0]),
                Part(
                    id: "jettison-motor", name: "Jettison motor", description: "It throws the system off.",
                    position: [0, 95.9, 0.42], node: "jettison-motor", offset: [0, 3, 0]),
                Part(
                    id: "attitude-control-motor", name: "Attitude control motor", description: "Eight valves steer the abort.",
                    position: [0, 97.0, 0.44], node: "attitude-control-motor", offset: [0, 4.5, 0]),
            ])
    }
}

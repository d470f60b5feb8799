/// The mission as a timeline and as a walk through the models.
enum ArtemisMission {
    static var timeline: ExhibitTimeline {
        typealias Event = ExhibitTimeline.Event
        return ExhibitTimeline(
            id: "mission", title: "Artemis II, 1 to 10 April 2026",
            events: [
                Event(
                    id: "launch", time: "2026-04-01", title: "Launch from Kennedy Space Center",
                    text: "Launch Complex 39B in Florida.",
                    card: "launch", target: .init(model: "sls")),
                Event(
                    id: "booster-separation", time: "T+00:02:10", title: "The boosters separate",
                    text: "After about two minutes, as planned before the flight.",
                    card: "boosters", target: .init(model: "sls", part: "boosters")),
                Event(
                    id: "abort-system-jettison", time: "T+00:03:20", title: "The launch abort system is dropped",
                    text: "A little after three minutes, as planned before the flight, when the air is thin.", card: "abort-system",
                    target: .init(model: "sls", part: "launch-abort-system")),
                Event(
                    id: "core-separation", time: "T+00:08:10", title: "The core stage separates",
                    text: "After about eight minutes, as planned before the flight.", card: "sls",
                    target: .init(model: "sls", part: "core-stage")),
                Event(
                    id: "high-orbit", time: "2026-04-01", title: "High orbit of Earth",
                    text: "A day of tests near the empty upper stage.",
                    card: "first-day", target: .init(model: "sls", part: "propulsion-stage")),
                Event(
                    id: "departure", time: "2026-04-02", title: "Departure to the Moon",
                    text: "The main engine of the European Service Module starts the journey.", card: "service-module",
                    target: .init(model: "orion", part: "main-engine")),
                Event(
                    id: "record", time: "2026-04-06", title: "Farthest from Earth",
                    text: "406,771 km: farther than any people before.",
                    card: "record-distance", target: .init(model: "orion")),
                Event(
                    id: "flyby", time: "2026-04-06", title: "Behind the Moon",
                    text: "6,545 km above the surface; 40 minutes without radio.",
                    card: "around-the-moon", target: .init(model: "orion", part: "windows")),
                Event(
                    id: "splashdown", time: "2026-04-10", title: "Splashdown",
                    text: "In the Pacific Ocean off San Diego at 5:07 p.m. local time.",
                    card: "return", target: .init(model: "orion", part: "crew-module")),
            ])
    }

    static var scenario: ExhibitScenario {
        typealias Step = ExhibitScenario.Step
        return ExhibitScenario(
            id: "flight", title: "Fly Artemis II", text: "The mission in eight steps, from the launch pad to the sea.",
            steps: [
                Step(
                    title: "On the launch pad", text: "The rocket stands on the skirts of its boosters: 98 m and 2,600 tonnes.",
                    seconds: 12,
                    target: .init(model: "sls")),
                Step(
                    title: "Ignition", text: "First the four RS-25, six seconds later the boosters. Now nothing can stop them.",
                    seconds: 12,
                    target: .init(model: "sls", part: "engines")),
                Step(
                    title: "Two minutes", text: "The boosters are empty and fall into the Atlantic Ocean.", seconds: 10,
                    target: .init(model: "sls", part: "boosters")),
                Step(
                    title: "Out of the air", text: "Fairing panels and launch abort system are no longer needed.", seconds: 10,
                    target: .init(model: "sls", part: "launch-abort-system")),
                Step(
                    title: "Around the Earth", text: "The upper stage raises the orbit; Orion unfolds its solar arrays.",
                    seconds: 12,
                    target: .init(model: "orion", part: "solar-arrays")),
                Step(
                    title: "To the Moon", text: "Orion's main engine burns for about six minutes and starts the journey.",
                    seconds: 12,
                    target: .init(model: "orion", part: "main-engine")),
                Step(
                    title: "Behind the Moon", text: "Through the windows the crew sees the far side. Earth is out of sight.",
                    seconds: 12,
                    target: .init(model: "orion", part: "windows")),
                Step(
                    title: "Home", text: "Without service module the capsule meets the air at 11 km/s, heat shield first.",
                    seconds: 12,
                    target: .init(model: "orion", part: "heat-shield")),
            ])
    }
}

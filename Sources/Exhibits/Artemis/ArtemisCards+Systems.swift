extension ArtemisCards {
    static var rocket: [LearnCard] {
        [
            card(
                "sls", .systems, target: .init(model: sls, part: "core-stage"),
                sources: [ArtemisSources.rocketGuide, ArtemisSources.rocket],
                text: Text(
                    title: "SLS, the rocket",
                    short: "The Space Launch System brings Orion to space: an orange core stage, two boosters and an upper stage.",
                    detailed: [
                        "98 m high; about 2,600 tonnes when it is fuelled.",
                        "The core stage holds 2.8 million litres of liquid hydrogen and liquid oxygen.",
                        "The orange colour is insulating foam, which keeps the fuel at −253 °C.",
                        "It can send more than 27 tonnes to the Moon.",
                    ],
                    simple: "SLS is the giant rocket that carries the spaceship away from Earth.",
                    simpleDetailed: [
                        "The big orange tank is filled with very cold fuel.", "Two white boosters help at the start.",
                    ],
                    image: "The rocket taken apart: engines, tanks, adapters, Orion and abort system above each other.")),
            card(
                "rs-25", .systems, target: .init(model: sls, part: "engines"), sources: [ArtemisSources.rocketGuide],
                text: Text(
                    title: "RS-25 engines",
                    short: "Four engines that were developed for the Space Shuttle drive the core stage.",
                    detailed: [
                        "They burn liquid hydrogen with liquid oxygen: the exhaust is hot steam.",
                        "Each is 4.3 m high, with a nozzle 2.3 m wide.",
                        "Together they give more than two million pounds of thrust (about 9 MN).",
                        "The nozzle's wall consists of tubes through which cold hydrogen flows.",
                    ],
                    simple: "Four big engines at the bottom. They once flew on the Space Shuttle.",
                    simpleDetailed: [
                        "They burn hydrogen and oxygen.", "What comes out is very hot steam.",
                    ],
                    image: "Two RS-25 engines from below, with hoops around their nozzles.")),
            card(
                "boosters", .systems, target: .init(model: sls, part: "boosters"), sources: [ArtemisSources.rocketGuide],
                text: Text(
                    title: "Solid rocket boosters",
                    short: "Two boosters give more than three quarters of the thrust in the first two minutes.",
                    detailed: [
                        "Each is 54 m high, 3.7 m in diameter and has five segments of solid fuel.",
                        "Each gives up to 16 MN (3.6 million pounds) of thrust.",
                        "Once lit, they can't be switched off; they burn for 126 seconds.",
                        "They derive from the boosters of the Space Shuttle, which had four segments.",
                    ],
                    simple: "Two white boosters do most of the pushing in the first two minutes.",
                    simpleDetailed: [
                        "They are as tall as a house with 17 floors.", "They can't be switched off.",
                    ],
                    image: "The lower ends of a booster with its skirt and nozzle.")),
            card(
                "abort-system", .systems, target: .init(model: sls, part: "launch-abort-system"),
                sources: [ArtemisSources.orionGuide, ArtemisSources.orion],
                text: Text(
                    title: "Launch abort system",
                    short: "A tower with three rocket motors can pull the crew module away from the rocket within milliseconds.",
                    detailed: [
                        "It is 13.4 m (44 ft) high and stands on a fairing that covers the crew module.",
                        "The abort motor pulls with 1.8 MN (400,000 pounds).",
                        "Eight valves of a second motor steer the flight.",
                        "A third motor throws the system off when it is no longer needed.",
                    ],
                    simple: "If the rocket has a problem, this tower pulls the crew away very fast.",
                    simpleDetailed: [
                        "It has three small rocket motors.", "If all goes well it is thrown away.",
                    ],
                    image: "The tip of the rocket: a white pointed fairing with a thin tower and four nozzles.")),
        ]
    }

    static var spacecraft: [LearnCard] {
        [
            card(
                "orion", .systems, target: .init(model: orion, part: "crew-module"),
                sources: [ArtemisSources.orion, ArtemisSources.orionGuide],
                text: Text(
                    title: "Orion, the spacecraft",
                    short:
                        "Orion carries four people: a crew module that returns, and a service module with engine and solar arrays.",
                    detailed: [
                        "The crew module is 5.02 m wide and can carry four people for up to 21 days.",
                        "The European Service Module gives propulsion, electricity, water and air.",
                        "An adapter joins both until shortly before the return.",
                        "The tiles of the back shell protect it from heat and cold.",
                    ],
                    simple: "Orion is the spaceship. The crew lives in the cone at the front.",
                    simpleDetailed: [
                        "Four people can live in it for three weeks.", "Engine, water and air are in the part behind.",
                    ],
                    image: "Orion taken apart: crew module, heat shield, adapter, service module and arrays.")),
            card(
                "service-module", .systems, target: .init(model: orion, part: "service-module"),
                sources: [ArtemisSources.serviceModule, ArtemisSources.propulsion],
                text: Text(
                    title: "European Service Module",
                    short: "Built in Europe, it drives Orion and provides electricity, water, air and the right temperature.",
                    detailed: [
                        "It has 33 engines: one main engine, 8 auxiliary thrusters and 24 for the attitude.",
                        "The main engine gives 25.7 kN and has flown on the Space Shuttle.",
                        "Four tanks of 2,000 litres hold the propellants.",
                        "White radiators around the cylinder give off the heat.",
                    ],
                    simple: "This part from Europe is the engine room of the spaceship.",
                    simpleDetailed: [
                        "It has 33 engines, big and small.", "It brings air and water to the crew.",
                    ],
                    image: "The lower end of the service module: one large nozzle with eight small ones around it.")),
            card(
                "solar-arrays", .systems, target: .init(model: orion, part: "solar-arrays"),
                sources: [ArtemisSources.power, ArtemisSources.wings],
                text: Text(
                    title: "Solar arrays",
                    short: "Four wings span 19 m and give 11 kW, as much as two European households use.",
                    detailed: [
                        "Each wing is 7.4 m long and has three panels.",
                        "There are 1,242 cells of gallium arsenide on each panel.",
                        "Two joints turn each wing so that it faces the Sun.",
                        "Cameras at the tips took many of the pictures of the flight.",
                    ],
                    simple: "Four wings catch sunlight and turn it into electricity.",
                    simpleDetailed: [
                        "From tip to tip they measure 19 metres.", "They can turn towards the Sun.",
                    ],
                    image: "Dark blue solar cells on three panels of one wing, seen from near.")),
            card(
                "heat-shield", .systems, target: .init(model: orion, part: "heat-shield"),
                sources: [ArtemisSources.orionGuide, ArtemisSources.mission],
                text: Text(
                    title: "Heat shield",
                    short:
                        "At the return the air in front of the shield gets about 2,760 °C hot, half as hot as the Sun's surface.",
                    detailed: [
                        "It is 5 m wide and consists of 186 blocks of a material named Avcoat.",
                        "Avcoat chars slowly and carries the heat away.",
                        "On Artemis I more charred material broke off than expected.",
                        "For Artemis II NASA kept the shield and changed the path of the entry.",
                    ],
                    simple: "The brown shield protects the crew from the heat of the return.",
                    simpleDetailed: [
                        "It slowly burns away, and that is how it works.", "It gets half as hot as the surface of the Sun.",
                    ],
                    image: "The round brown heat shield with its pattern of blocks.")),
        ]
    }

    static var people: [LearnCard] {
        [
            card(
                "commander-and-pilot", .crew, target: .init(model: orion, part: "windows"), sources: [ArtemisSources.crew],
                text: Text(
                    title: "Commander and pilot",
                    short: "Reid Wiseman commanded Artemis II; Victor Glover was the pilot.",
                    detailed: [
                        "Wiseman became an astronaut in 2009 and spent more than 165 days on the Space Station in 2014.",
                        "From 2020 to 2022 he was chief of NASA's Astronaut Office.",
                        "Glover became an astronaut in 2013 and was pilot of Crew-1.",
                        "He spent 168 days in space on that flight and left the station for four spacewalks.",
                    ],
                    simple: "Reid Wiseman was the commander. Victor Glover was the pilot.",
                    simpleDetailed: [
                        "Both had lived on the Space Station before.", "Glover went outside in a spacesuit four times.",
                    ],
                    image: "Two of four seats in front of the windows, with abstract figures.")),
            card(
                "mission-specialists", .crew, target: .init(model: orion, part: "side-hatch"),
                sources: [ArtemisSources.crew, ArtemisSources.canada],
                text: Text(
                    title: "Mission specialists",
                    short: "Christina Koch and Jeremy Hansen were the mission specialists of Artemis II.",
                    detailed: [
                        "Koch became an astronaut in 2013 and spent 328 days in space: the longest flight by a woman.",
                        "She took part in the first spacewalk by women only.",
                        "Hansen of the Canadian Space Agency was a fighter pilot and became an astronaut in 2009.",
                        "He is the first Canadian who flew to the Moon.",
                    ],
                    simple: "Christina Koch and Jeremy Hansen were the two mission specialists.",
                    simpleDetailed: [
                        "Koch once stayed in space for 328 days.", "Hansen is the first Canadian who flew to the Moon.",
                    ],
                    image: "The side hatch of the crew module with its round window.")),
            card(
                "living-aboard", .crew, target: .init(model: orion, part: "crew-module"),
                sources: [ArtemisSources.orion, ArtemisSources.orionGuide],
                text: Text(
                    title: "Living in Orion",
                    short: "Four people share about 9 cubic metres, the room inside a large van.",
                    detailed: [
                        "The seats are folded away after the launch to make room.",
                        "There is a toilet, a water dispenser and a small exercise machine.",
                        "In a solar storm the crew shelters in the middle, between its supplies.",
                        "Four windows and a hatch window show Earth and Moon.",
                    ],
                    simple: "Inside it is as big as a van, for four people and ten days.",
                    simpleDetailed: [
                        "There is a toilet, food and a small sports machine.", "Seats are folded away in space.",
                    ],
                    image: "A person for comparison beside the crew module.")),
        ]
    }
}

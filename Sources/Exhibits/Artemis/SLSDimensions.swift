/// Dimensions of the Space Launch System Block 1 in metres, each with its source. The exits of the engines' nozzles are y = 0 of
/// the model; the boosters stand at ±x.
///
/// Where only the sum is published the parts are chosen so that they add up to it; docs/artemis.md has the table.
enum SLSDimensions {
    /// Height of the crew configuration: 322 ft (98.1 m). NASA, SLS Reference Guide and "Space Launch System" fact sheet,
    /// https://www.nasa.gov/reference/space-launch-system/
    static let height: Float = 98.1

    /// Core stage: 212 ft (64.6 m) with its engines, 27.6 ft (8.4 m) in diameter. NASA, "Space Launch System Core Stage" fact
    /// sheet.
    static let coreHeight: Float = 64.6
    static let coreDiameter: Float = 8.4
    /// Forward skirt 10.4 ft, liquid oxygen tank 51.6 ft, intertank 21.8 ft, liquid hydrogen tank 130.8 ft, the tanks with their
    /// domes. NASA, "Space Launch System Core Stage" fact sheet. The domes reach 2.6 m into the neighbouring parts.
    static let forwardSkirtBase: Float = 61.4
    static let oxygenTankBase: Float = 50.85
    static let intertankBase: Float = 44.2
    static let hydrogenTankBase: Float = 9.7
    static let dome: Float = 2.6
    /// The base heat shield: from photographs, a little above the engines' throats.
    static let engineSectionBase: Float = 2.9

    /// RS-25: 14 ft (4.3 m) high, 8 ft (2.4 m) in diameter; nozzle exit 7.5 ft (2.3 m). NASA, "RS-25 Core Stage Engine" fact sheet.
    static let engineHeight: Float = 4.3
    static let engineExit: Float = 2.3
    /// Distance of an engine's axis from both planes of symmetry: from photographs.
    static let engineOffset: Float = 1.62

    /// Booster: 177 ft (54 m) high, 12 ft (3.7 m) in diameter. NASA, "Space Launch System Solid Rocket Booster" fact sheet; the
    /// case is 146.1 in (3.71 m).
    static let boosterHeight: Float = 54.0
    static let boosterDiameter: Float = 3.71
    /// Motor with its nozzle: 154 ft (46.9 m). NASA, "Space Launch System Solid Rocket Booster" fact sheet.
    static let boosterMotorTop: Float = 46.2
    /// Aft skirt: 17.7 ft (5.3 m) wide at its base, 7.5 ft (2.3 m) high. NASA, Shuttle Crew Operations Manual.
    static let aftSkirtBase: Float = 0.75
    static let aftSkirtTop: Float = 3.05
    static let aftSkirtDiameter: Float = 5.3
    /// Exit of the booster's nozzle: 152.6 in (3.88 m). ATK Space Propulsion Products Catalog, RSRM V.
    static let boosterExit: Float = 3.88
    /// Between the axes of booster and core: 250.5 in (6.36 m), as at the Shuttle's tank. NASA, Shuttle Crew Operations Manual.
    static let boosterDistance: Float = 6.36

    /// Launch vehicle stage adapter: 30 ft (8.4 m at the core) in diameter, 27.5 ft (8.4 m) high, 16.5 ft (5.0 m) at its top. NASA,
    /// "Launch Vehicle Stage Adapter" fact sheet.
    static let stageAdapterTop: Float = 73.0
    static let stageAdapterTopDiameter: Float = 5.1
    /// Interim cryogenic propulsion stage: 16.7 ft (5.1 m) in diameter, 45 ft (13.7 m) high with its nozzle extended. NASA,
    /// "Interim Cryogenic Propulsion Stage" fact sheet. At launch its nozzle's extension is stowed.
    static let upperStageDiameter: Float = 5.1
    static let upperStageTop: Float = 76.2
    /// Orion stage adapter: 18 ft (5.5 m) in diameter, 5 ft (1.5 m) high. NASA, "Orion Stage Adapter" fact sheet.
    static let orionAdapterDiameter: Float = 5.5
    static let orionAdapterTop: Float = 77.7

    /// Orion with adapter and launch abort system: 67 ft (20.4 m). NASA, "Orion Overview", https://www.nasa.gov/orion-overview
    static let orionHeight: Float = 20.4
    /// Where the nozzle's exit of Orion's main engine is: chosen so that the crew module meets the launch abort system.
    static let orionBase: Float = 79.7

    /// Launch abort system: 44 ft (13.4 m) high. NASA, "Launch Abort System" (25 September 2025).
    static let abortSystemHeight: Float = 13.4
    /// Abort motor: 17 ft (5.2 m) high, 3 ft (0.9 m) in diameter. NASA, "Launch Abort Motor"; Orbital ATK (2017).
    static let abortMotorDiameter: Float = 0.92
}

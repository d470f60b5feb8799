/// Dimensions of the Orion spacecraft in metres, each with its source. Heights are above the exit plane of the main engine's
/// nozzle, which is y = 0 of the model.
///
/// "Measured" is what was measured on the mesh of NASA's Artemis Real-time Orbit Website (AROW), scaled by the crew module's
/// diameter; docs/artemis.md compares both.
enum OrionDimensions {
    /// Crew module diameter: 16.5 ft (5.02 m). NASA, "Orion Quick Facts" (FS-2014-08-004-JSC) and Orion Reference Guide,
    /// https://www.nasa.gov/orion-reference-guide/
    static let crewModuleDiameter: Float = 5.02
    /// Height of the crew module from the apex of the heat shield to the docking ring: 11 ft (3.30 m). NASA, Orion Reference Guide;
    /// 3.30 m measured.
    static let crewModuleHeight: Float = 3.30
    /// Radius of the heat shield's sphere: 6.04 m (237.6 in). Murman et al., "Orion aerodynamics", AIAA; fits the measured profile
    /// to 2 cm.
    static let heatShieldSphere: Float = 6.04
    /// Height of the heat shield's apex: measured 4.22 m.
    static let heatShieldApex: Float = 4.22
    /// Height of the edge between heat shield and back shell: measured 5.00 m.
    static let backShellBase: Float = 5.00
    /// Height of the upper end of the back shell: measured 6.88 m.
    static let backShellTop: Float = 6.88
    /// Radius of the upper end of the back shell: measured 1.42 m, a half angle of 30°.
    static let backShellTopRadius: Float = 1.42
    /// Azimuths of the windows in degrees from the front (+z), and their heights: measured.
    static let windowAzimuths: [Float] = [-45, -16, 16, 45]
    /// The side hatch's azimuth: measured.
    static let hatchAzimuth: Float = -86

    /// Diameter of the service module with its attitude thrusters: 5.2 m. ESA, "European Service Module" (A little over 5 m in
    /// diameter and 4 m high), https://www.esa.int/Science_Exploration/Human_and_Robotic_Exploration/Orion/European_Service_Module;
    /// 5.18 m measured.
    static let serviceModuleDiameter: Float = 5.18
    /// Diameter of the service module's cylinder: about 4.1 m. ESA, "European Service Module"; 4.10 m measured over its seams.
    static let serviceModuleBody: Float = 4.10
    /// Length of the European Service Module with its main engine: 4 m. ESA, "European Service Module"; 3.93 m measured from the
    /// nozzle's exit to the lower edge of the adapter's ring.
    static let serviceModuleLength: Float = 3.93
    /// Heights of the cylinder: measured.
    static let bodyBase: Float = 1.44
    static let bodyTop: Float = 3.48
    /// Radius of the crew module adapter at its lower ring, its widest point: measured.
    static let adapterRadius: Float = 2.67

    /// Length of a solar array wing with its yoke: 7375 mm. ESA, "Orion: Power",
    /// https://www.esa.int/Our_Activities/Human_Spaceflight/Orion/Power; 7.31 m measured.
    static let wingLength: Float = 7.375
    /// Panels of 2130 x 1920 mm, three of each wing, and 1242 cells a panel. ESA, "Orion: Power" and "Orion spreads its wings".
    static let panelLength: Float = 2.13
    static let panelWidth: Float = 1.92
    /// Tip to tip of opposite wings: 19 m. ESA, "Orion: Power".
    static let arraySpan: Float = 19.0
    /// Azimuths of the wings' drives in degrees: measured.
    static let wingAzimuths: [Float] = [60, 120, -120, -60]
    /// Height of the wings' drives: measured.
    static let wingHeight: Float = 1.80

    /// Exit diameter of the main engine (AJ10-190, the Shuttle's orbital manoeuvring engine): 46 in (1.17 m), length 77 in
    /// (1.96 m). NASA, Shuttle Crew Operations Manual, section 2.18; 1.12 m measured.
    static let mainEngineExit: Float = 1.17
    /// Azimuths of the eight auxiliary thrusters (R-4D-11, 490 N) in degrees, and the radius at which they stand: measured. Their
    /// number: ESA, "Orion: Propulsion".
    static let auxiliaryAzimuths: [Float] = [24.5, 47, 133, 155.5, -155.5, -133, -47, -24.5]
    static let auxiliaryRadius: Float = 1.455
    /// The six pods of four attitude thrusters each (ESA, "Orion: Propulsion") as azimuth in degrees and height: measured.
    static let podPlaces: [(azimuth: Float, y: Float)] = [(0, 1.81), (90, 1.81), (180, 1.81), (-90, 1.81), (0, 2.97), (180, 2.97)]

    /// From the nozzle's exit to the docking ring: 7.52 m measured; the sum of the lengths above.
    static let totalLength: Float = 7.52
}

/// Angles in degrees as radians.
func radians(_ degrees: Float) -> Float { degrees * .pi / 180 }

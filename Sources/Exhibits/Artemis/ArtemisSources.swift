/// Where the statements of the exhibit come from.
enum ArtemisSources {
    static let mission = ExhibitCredit("NASA, Artemis II mission page", url: "https://www.nasa.gov/mission/artemis-ii/")
    static let flightDaySix = ExhibitCredit(
        "NASA, Artemis II flight day 6 updates, 6 April 2026", url: "https://www.nasa.gov/blogs/missions/")
    static let artemis = ExhibitCredit("NASA, Artemis", url: "https://www.nasa.gov/humans-in-space/artemis/")
    static let orion = ExhibitCredit("NASA, Orion Overview", url: "https://www.nasa.gov/orion-overview")
    static let orionGuide = ExhibitCredit("NASA, Orion Reference Guide", url: "https://www.nasa.gov/orion-reference-guide/")
    static let rocket = ExhibitCredit("NASA, Space Launch System", url: "https://www.nasa.gov/humans-in-space/space-launch-system/")
    static let rocketGuide = ExhibitCredit(
        "NASA, SLS Reference Guide", url: "https://www.nasa.gov/reference/space-launch-system/")
    static let serviceModule = ExhibitCredit(
        "ESA, European Service Module",
        url: "https://www.esa.int/Science_Exploration/Human_and_Robotic_Exploration/Orion/European_Service_Module")
    static let propulsion = ExhibitCredit(
        "ESA, Orion: Propulsion", url: "https://www.esa.int/Our_Activities/Human_and_Robotic_Exploration/Orion/Propulsion")
    static let power = ExhibitCredit("ESA, Orion: Power", url: "https://www.esa.int/Our_Activities/Human_Spaceflight/Orion/Power")
    static let wings = ExhibitCredit(
        "ESA, Orion spreads its wings", url: "https://www.esa.int/ESA_Multimedia/Videos/2019/04/Orion_spreads_its_wings")
    static let crew = ExhibitCredit("NASA, Our Artemis Crew", url: "https://www.nasa.gov/feature/our-artemis-crew/")
    static let canada = ExhibitCredit(
        "Canadian Space Agency, Artemis II", url: "https://www.asc-csa.gc.ca/eng/missions/artemis-ii/")
}

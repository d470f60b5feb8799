import Foundation

/// The networks of the lexicon.
struct ConfidenceNetworks: Sendable {
    /// For questions that are compared by words only.
    let words: ConfidenceNetwork
    /// For questions that are compared by embeddings, too.
    let embeddings: ConfidenceNetwork
}

/// A small neural network of one hidden layer that says how likely a passage answers a question. scripts/fit-guide.py fits it to
/// the questions of `Tests/GuideTests/Questions` whose names begin with `open` and `development`.
struct ConfidenceNetwork: Sendable, Decodable {
    /// The names of its inputs: `AnswerConfidence.names`, with `embeddingNames` where there are embeddings, else with `wordNames`.
    let names: [String]
    /// What is subtracted from each input, and what it is divided by then.
    let means: [Float]
    let scales: [Float]
    /// The weights of each hidden unit, and what is added.
    let hidden: [[Float]]
    let biases: [Float]
    /// How much each hidden unit counts, and what is added.
    let output: [Float]
    let constant: Float
    /// From which value on questions are answered: in cross-validation 95 % of the unanswerable ones are below, with embeddings 97.
    let threshold: Float

    /// Reads a file.
    /// - Parameter inputs: the names that it has to have.
    /// - Throws: `GuideError` naming what doesn't fit.
    static func read(_ data: Data, name: String, inputs: [String]) throws(GuideError) -> ConfidenceNetwork {
        let remedy = "install the program with its resources"
        let network: ConfidenceNetwork
        do { network = try JSONDecoder().decode(ConfidenceNetwork.self, from: data) } catch {
            throw GuideError(name, "isn't a network of the guide", remedy: remedy)
        }
        let count = inputs.count
        let units = network.hidden.count
        guard network.names == inputs else {
            throw GuideError(name, "has other inputs than this program", remedy: remedy)
        }
        guard network.means.count == count, network.scales.count == count, network.hidden.allSatisfy({ $0.count == count }),
            network.biases.count == units, network.output.count == units
        else { throw GuideError(name, "has rows of different lengths", remedy: remedy) }
        let numbers = network.means + network.scales + network.hidden.joined() + network.biases + network.output
        guard (numbers + [network.constant, network.threshold]).allSatisfy({ $0.isFinite && $0.magnitude < 1e6 }),
            network.scales.allSatisfy({ $0 > 1e-6 })
        else { throw GuideError(name, "has a number that is too large, or a scale of 0", remedy: remedy) }
        return network
    }

    /// Between 0 and 1.
    /// - Parameter properties: as many as there are names.
    func value(_ properties: [Float]) -> Float {
        let inputs = properties.indices.map { (properties[$0] - means[$0]) / scales[$0] }
        var sum = constant
        for (unit, weights) in hidden.enumerated() {
            let activation = zip(inputs, weights).reduce(biases[unit]) { $0 + $1.0 * $1.1 }
            sum += output[unit] * max(0, activation)
        }
        return 1 / (1 + exp(-sum))
    }
}

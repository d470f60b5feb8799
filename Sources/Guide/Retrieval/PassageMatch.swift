/// How well a passage answers a question.
struct PassageMatch: Sendable {
    let entry: PassageIndex.Entry
    /// Share of the question that neither the passage nor its expected questions have.
    let unmatched: Float
    /// The share of the weightiest term that they lack.
    let greatestUnmatched: Float
    /// Whether the question names something that they don't name.
    let missesName: Bool
    /// How similar the question is by embeddings; nil without them.
    let similarity: PassageSimilarity?
    /// How near it is by vectors of words, compared with the other passages; nil in a corpus with few expected questions.
    let trained: CorpusSimilarity.Comparison?
    /// Its sentences in the order of the text.
    let sentences: [SentenceMatch]
    /// The sentence of the highest rank.
    let best: SentenceMatch
    /// How well the best sentence answers by the vectors of words; nil for other passages than the best one.
    var words: WordComparison?
    /// How well the best sentence answers by the reranker; nil where it wasn't asked.
    var relevance: Float?

    /// How well the best sentence answers.
    var score: Float { best.score }
}

/// How well a sentence answers a question. All values but `rank` are between 0 and 1.
struct SentenceMatch: Sendable {
    /// Its index in the passage.
    let index: Int
    /// Share of the question's terms, by their importance, that the sentence and its surroundings have.
    var coverage: Float = 0
    /// The share that the sentence alone has.
    var near: Float = 0
    /// The share with the questions that the sentence is expected to answer.
    var breadth: Float = 0
    /// The share that neither the sentence nor the questions that it is expected to answer have, and that of the weightiest term
    /// among these.
    var missing: Float = 0
    var greatestMissing: Float = 0
    /// How far it has what is counted or chosen, as "parachutes" in "how many parachutes"; 1 where nothing is.
    var focus: Float = 1
    /// How similar the question is to one that the sentence is expected to answer.
    var asked: Float = 0
    /// How near the question is by the vectors of its words.
    var vectors = WordVectorSimilarity()
    /// Whether it has what is asked for, as a number or a date.
    var suitability: Float = 0
    /// The terms that the sentence itself has, by their index.
    var terms: Set<Int> = []
    /// All of these together.
    var score: Float = 0
    /// By what passages are ordered.
    var rank = -Float.infinity

    /// A sentence that can't be an answer.
    init(index: Int) { self.index = index }
}

extension SentenceMatch {
    /// What else ranking regards.
    struct Context {
        var unmatched: Float
        var wordCount: Int
        /// Whether it names somebody whom the question is about.
        var namesPerson: Bool
        /// Whether the passage is from the persona's own document, or from one that is nobody's.
        var isOwn: Bool
        var isShared: Bool
        /// Whether it is from the document of another persona, about whom the question isn't.
        var isOfOthers: Bool
        /// The greatest similarities of the passage's sentences by vectors.
        var passageTopic: Float
        var passageAsked: Float
        var passageTrained: Float
    }

    /// A linear function whose weights were fitted to which sentences answer the development questions (scripts/fit-guide.py).
    mutating func setRank(_ context: Context) {
        var sum: Float = 1.145 * score
        sum += 3.465 * breadth - 0.182 * asked + 1.338 * coverage - 0.419 * near + 1.739 * suitability
        sum += -0.139 * breadth * asked + 2.477 * asked * asked
        sum += -1.945 * vectors.topic + 0.511 * vectors.asked + 5.894 * vectors.several
        sum += -2.315 * context.passageTopic + 3.123 * context.passageAsked
        sum += 15.28 * vectors.trained + 3.351 * context.passageTrained
        sum += -0.38 * context.unmatched + 0.184 * Float(index)
        sum += 0.041 * Float(context.wordCount) - 0.067 * Float(max(0, context.wordCount - 20))
        sum += context.namesPerson ? -0.848 : 0
        sum += context.isOwn ? 0.207 : 0
        sum += context.isShared ? -0.107 : 0
        sum += context.isOfOthers ? -0.471 : 0
        rank = sum
    }

    /// The same with embeddings, with weights that were fitted to questions that are understandable alone.
    mutating func setRank(_ context: Context, _ similarity: PassageSimilarity) {
        let own = similarity.sentences[index]
        var sum: Float = 1.358 * score
        sum += 3.291 * breadth - 0.036 * asked + 1.069 * coverage - 0.093 * near + 0.112 * suitability
        sum += 0.217 * breadth * asked + 0.289 * asked * asked
        sum += -5.736 * vectors.topic + 0.174 * vectors.asked + 0.331 * vectors.several
        sum += -1.892 * context.passageTopic + 3.286 * context.passageAsked
        sum += 10.184 * vectors.trained + 4.508 * context.passageTrained
        sum += -1.437 * own.sentence + 4.293 * own.asked + 9.604 * own.several + 8.525 * own.topic
        sum += -1.34 * similarity.nearest - 2.537 * similarity.topic
        sum += -0.414 * context.unmatched + 0.18 * Float(index)
        sum += 0.038 * Float(context.wordCount) - 0.051 * Float(max(0, context.wordCount - 20))
        sum += context.namesPerson ? 0.606 : 0
        sum += context.isOwn ? 0.302 : 0
        sum += context.isShared ? -0.22 : 0
        sum += context.isOfOthers ? -0.46 : 0
        rank = sum
    }
}

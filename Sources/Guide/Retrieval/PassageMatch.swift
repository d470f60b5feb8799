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
    /// Its sentences in the order of the text.
    let sentences: [SentenceMatch]
    /// The sentence of the highest rank.
    let best: SentenceMatch
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
    }

    /// A linear function whose weights were fitted to which sentences answer the development questions (scripts/fit-guide.py).
    mutating func setRank(_ context: Context) {
        var sum: Float = 1.578 * score
        sum += 4.805 * breadth + 1.25 * asked + 1.233 * coverage - 0.849 * near + 1.957 * suitability
        sum += -0.782 * breadth * asked + 1.459 * asked * asked
        sum += 8.583 * vectors.topic + 2.594 * vectors.asked + 6.724 * vectors.several
        sum += 2.281 * context.passageTopic + 0.474 * context.passageAsked
        sum += -0.421 * context.unmatched + 0.223 * Float(index)
        sum += 0.051 * Float(context.wordCount) - 0.056 * Float(max(0, context.wordCount - 20))
        sum += context.namesPerson ? -0.341 : 0
        sum += context.isOwn ? -0.048 : 0
        sum += context.isShared ? -0.39 : 0
        sum += context.isOfOthers ? -0.673 : 0
        rank = sum
    }

    /// The same with embeddings, with weights that were fitted to questions that are understandable alone.
    mutating func setRank(_ context: Context, _ similarity: PassageSimilarity) {
        let own = similarity.sentences[index]
        var sum: Float = 2.22 * score
        sum += 4.784 * breadth + 0.347 * asked + 0.962 * coverage - 0.613 * near - 0.269 * suitability
        sum += -0.394 * breadth * asked - 0.28 * asked * asked
        sum += 3.206 * vectors.topic + 1.9 * vectors.asked + 1.33 * vectors.several
        sum += 0.76 * context.passageTopic + 1.566 * context.passageAsked
        sum += -3.132 * own.sentence + 3.212 * own.asked + 10.836 * own.several + 9.634 * own.topic
        sum += -0.455 * similarity.nearest - 2.29 * similarity.topic
        sum += -0.219 * context.unmatched + 0.183 * Float(index)
        sum += 0.046 * Float(context.wordCount) - 0.049 * Float(max(0, context.wordCount - 20))
        sum += context.namesPerson ? 0.935 : 0
        sum += context.isOwn ? 0.306 : 0
        sum += context.isShared ? -0.323 : 0
        sum += context.isOfOthers ? -0.464 : 0
        rank = sum
    }
}

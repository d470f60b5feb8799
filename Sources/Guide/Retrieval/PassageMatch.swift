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
        var sum: Float = 2.31 * score
        sum += 4.344 * breadth + 1.162 * asked + 0.902 * coverage - 0.433 * near + 1.828 * suitability
        sum += -1.759 * breadth * asked + 1.333 * asked * asked
        sum += 7.573 * vectors.topic + 2.451 * vectors.asked + 6.899 * vectors.several
        sum += 2.768 * context.passageTopic - 0.502 * context.passageAsked
        sum += -0.813 * context.unmatched + 0.241 * Float(index)
        sum += 0.043 * Float(context.wordCount) - 0.049 * Float(max(0, context.wordCount - 20))
        sum += context.namesPerson ? 0.048 : 0
        sum += context.isOwn ? -0.019 : 0
        sum += context.isShared ? -0.479 : 0
        sum += context.isOfOthers ? -0.886 : 0
        rank = sum
    }

    /// The same with embeddings, with weights that were fitted to questions that are understandable alone.
    mutating func setRank(_ context: Context, _ similarity: PassageSimilarity) {
        let own = similarity.sentences[index]
        var sum: Float = 2.812 * score
        sum += 1.928 * breadth - 0.752 * asked + 1.034 * coverage - 0.817 * near - 0.089 * suitability
        sum += 0.37 * breadth * asked - 0.91 * asked * asked
        sum += 4.057 * vectors.topic + 2.45 * vectors.asked + 0.544 * vectors.several
        sum += 2.116 * context.passageTopic - 0.403 * context.passageAsked
        sum += -1.87 * own.sentence + 6.237 * own.asked + 5.162 * own.several + 9.778 * own.topic
        sum += 0.262 * similarity.nearest - 1.602 * similarity.topic
        sum += -0.862 * context.unmatched + 0.21 * Float(index)
        sum += 0.045 * Float(context.wordCount) - 0.048 * Float(max(0, context.wordCount - 20))
        sum += context.namesPerson ? 0.918 : 0
        sum += context.isOwn ? 0.179 : 0
        sum += context.isShared ? -0.442 : 0
        sum += context.isOfOthers ? -0.607 : 0
        rank = sum
    }
}

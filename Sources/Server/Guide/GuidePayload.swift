import Foundation
import Guide

/// A guide as the API shows it.
struct GuidePayload: Encodable {
    let title: String
    let notice: String
    let personas: [PersonaPayload]
    let passages: Int
    let model: String
    let conversations: Bool
}

/// Somebody who answers.
struct PersonaPayload: Encodable {
    let id: String
    let name: String
    let role: String
    let organization: String
    let summary: String
    let isReal: Bool
    @EncodesNull var portrait: String?
    let suggestions: [String]

    init(_ persona: Persona, portrait: String?) {
        id = persona.id
        name = persona.name
        role = persona.role
        organization = persona.organization
        summary = persona.summary
        isReal = persona.isReal
        _portrait = EncodesNull(wrappedValue: portrait)
        suggestions = persona.suggestions
    }
}

/// A question as it is sent.
struct GuideQuestionBody: Decodable {
    let question: String
    var persona: String?
    var history: [String]?
    var conversation: String?

    static let example = #"{"question":"How tall is the rocket?","persona":"koch"}"#
    /// A question, 50 earlier ones and their JSON.
    static let maximumBytes = 512 * 1024
}

/// An answer.
struct GuideAnswerPayload: Encodable {
    let answer: String
    let declined: Bool
    @EncodesNull var reason: String?
    let language: String
    let persona: String
    let sentences: [GuideSentencePayload]
    let citations: [GuideCitationPayload]
    let suggestions: [String]
    let model: String
    let seconds: Double
    @EncodesNull var conversation: String?

    init(_ answer: GuideAnswer, conversation: String?) {
        self.answer = answer.answer
        declined = answer.declined
        _reason = EncodesNull(wrappedValue: answer.reason?.rawValue)
        language = answer.language.rawValue
        persona = answer.persona
        sentences = answer.sentences.map(GuideSentencePayload.init)
        citations = answer.citations.map(GuideCitationPayload.init)
        suggestions = answer.suggestions
        model = answer.model
        seconds = answer.seconds
        _conversation = EncodesNull(wrappedValue: conversation)
    }
}

/// A verified sentence.
struct GuideSentencePayload: Encodable {
    let text: String
    let isQuotation: Bool
    let citations: [Int]

    init(_ sentence: GuideAnswer.Sentence) {
        text = sentence.text
        isQuotation = sentence.isQuotation
        citations = sentence.citations
    }
}

/// A cited passage.
struct GuideCitationPayload: Encodable {
    let number: Int
    let id: String
    let title: String
    let source: String
    @EncodesNull var url: String?
    let date: String
    let passage: String
    let sentence: String
    @EncodesNull var target: GuideTargetPayload?

    init(_ citation: GuideAnswer.Citation) {
        number = citation.number
        id = citation.id
        title = citation.title
        source = citation.source
        _url = EncodesNull(wrappedValue: citation.url)
        date = citation.date
        passage = citation.passage
        sentence = citation.sentence
        _target = EncodesNull(wrappedValue: citation.target.map(GuideTargetPayload.init))
    }
}

/// What a passage is about.
struct GuideTargetPayload: Encodable {
    @EncodesNull var model: String?
    @EncodesNull var part: String?
    @EncodesNull var card: String?
    @EncodesNull var space: String?
    @EncodesNull var memory: String?

    init(_ target: PassageTarget) {
        var (model, part, card, space, memory): (String?, String?, String?, String?, String?)
        switch target {
        case .part(let id, let inner):
            model = id
            part = inner
        case .card(let id): card = id
        case .space(let id): space = id
        case .memory(let id, let inner):
            space = id
            memory = inner
        }
        _model = EncodesNull(wrappedValue: model)
        _part = EncodesNull(wrappedValue: part)
        _card = EncodesNull(wrappedValue: card)
        _space = EncodesNull(wrappedValue: space)
        _memory = EncodesNull(wrappedValue: memory)
    }
}

import Foundation
import Guide

/// A page of conversations.
struct ConversationListPayload: Encodable {
    let conversations: [ConversationSummaryPayload]
    @EncodesNull var next: String?
}

/// A conversation in a list.
struct ConversationSummaryPayload: Encodable {
    let id: String
    let about: String
    let persona: String
    let title: String
    @EncodesNull var excerpt: String?
    let messages: Int
    let created: String
    let modified: String

    init(_ conversation: Conversation) {
        id = conversation.id
        about = conversation.about
        persona = conversation.persona
        title = conversation.title
        _excerpt = EncodesNull(wrappedValue: conversation.excerpt)
        messages = conversation.count
        created = conversation.created.payload
        modified = conversation.modified.payload
    }
}

/// A conversation with some of its messages.
struct ConversationPayload: Encodable {
    let id: String
    let about: String
    let persona: String
    let title: String
    let messages: [ConversationMessagePayload]
    @EncodesNull var earlier: Int?
    let created: String
    let modified: String

    init(_ conversation: Conversation, _ messages: [ConversationMessage]) {
        id = conversation.id
        about = conversation.about
        persona = conversation.persona
        title = conversation.title
        self.messages = messages.map { ConversationMessagePayload($0, conversation: conversation.id) }
        let first = messages.first?.number ?? 1
        _earlier = EncodesNull(wrappedValue: first > 1 ? first : nil)
        created = conversation.created.payload
        modified = conversation.modified.payload
    }
}

/// A question with its answer.
struct ConversationMessagePayload: Encodable {
    let number: Int
    let question: String
    let answer: GuideAnswerPayload
    let time: String

    init(_ message: ConversationMessage, conversation: String) {
        number = message.number
        question = message.question
        answer = GuideAnswerPayload(message.answer, conversation: conversation)
        time = message.time.payload
    }
}

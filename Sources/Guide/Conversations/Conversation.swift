import Foundation

/// What somebody asked a guide and was answered.
public struct Conversation: Sendable, Equatable {
    /// Unique; sorts by when it began.
    public var id: String
    /// What the guide answers about: `exhibit:ID`, `space:ID` or `library`.
    public var about: String
    /// The id of the persona that was asked first.
    public var persona: String
    /// The first question.
    public var title: String
    /// When it began.
    public var created: Date
    /// When the last question was asked.
    public var modified: Date
    /// How many questions it has.
    public var count: Int
    /// The text around the words of a search; nil without a search.
    public var excerpt: String?
}

/// A question of a conversation with its answer.
public struct ConversationMessage: Sendable, Equatable, Codable {
    /// From 1, in the order of the conversation.
    public var number: Int
    /// The question.
    public var question: String
    /// The answer.
    public var answer: GuideAnswer
    /// When it was asked.
    public var time: Date
}

extension Conversation {
    /// The conversation as Markdown, with the passages that the answers cite.
    public func markdown(_ messages: [ConversationMessage], notice: String) -> String {
        var lines = ["# \(title.replacingOccurrences(of: "\n", with: " "))", "", "_\(notice)_", ""]
        for message in messages {
            lines += ["**\(message.question)**", "", message.answer.answer, ""]
            for citation in message.answer.citations {
                lines.append("> [\(citation.number)] \(citation.passage)")
                lines.append("> — \(citation.source), \(citation.date)\(citation.url.map { ", <\($0)>" } ?? "")")
                lines.append("")
            }
        }
        return lines.joined(separator: "\n")
    }
}

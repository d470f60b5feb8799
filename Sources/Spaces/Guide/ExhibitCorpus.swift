import Foundation
import Exhibits
import Guide

/// The corpus of an exhibit: the texts of its document and, for the built-in one, the documents written for it.
enum ExhibitCorpus {
    /// - Throws: `GuideError` where the resources of the built-in exhibit can't be read.
    static func of(_ stored: StoredExhibit, resources: GuideResources) throws(GuideError) -> Corpus {
        let exhibit = stored.exhibit
        let date = stored.modified.map { String($0.formatted(.iso8601).prefix(10)) } ?? "2026"
        let texts = passages(exhibit, date: date)
        if stored.isBuiltIn {
            var corpus = try resources.corpus(BuiltInExhibit.name, title: exhibit.title)
            corpus.passages += texts
            return corpus
        }
        let personas = exhibit.guides.map(persona)
        return Corpus(title: exhibit.title, passages: texts, personas: personas.isEmpty ? [.plain(about: exhibit.title)] : personas)
    }

    private static func persona(_ guide: ExhibitGuide) -> Persona {
        Persona(
            id: guide.id, name: guide.name, role: guide.role, summary: guide.description, aliases: [], isReal: guide.isSimulated,
            style: Persona.plainStyle)
    }

    private static func passages(_ exhibit: Exhibit, date: String) -> [Passage] {
        var passages: [Passage] = []
        func add(_ id: String, _ title: String, _ text: String, _ credits: [ExhibitCredit], _ target: PassageTarget?) {
            let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
            guard !text.isEmpty else { return }
            let source = credits.first ?? exhibit.credits.first
            passages.append(
                Passage(
                    id: id, title: title, text: text,
                    source: PassageSource(name: source?.text ?? exhibit.title, url: source?.url, date: date), target: target))
        }
        add("exhibit/summary", exhibit.title, exhibit.summary, [], nil)
        for card in exhibit.cards {
            add(
                "card/\(card.id)", card.title, ([card.short] + card.detailed).map(sentence).joined(separator: " "), card.sources,
                .card(card.id))
        }
        for model in exhibit.models {
            add("model/\(model.id)", model.name, model.description, [], .part(model: model.id, part: nil))
            for part in model.allParts {
                let text = part.description.map { "\(part.name): \($0)" } ?? ""
                add("part-\(model.id)/\(part.id)", model.name, text, [], .part(model: model.id, part: part.id))
            }
        }
        for timeline in exhibit.timelines {
            for event in timeline.events {
                let text = sentence("\(event.title) (\(event.time))") + (event.text.map { " " + sentence($0) } ?? "")
                add("timeline-\(timeline.id)/\(event.id)", timeline.title, text, [], event.target.map(target))
            }
        }
        return passages
    }

    private static func target(_ target: ExhibitTarget) -> PassageTarget { .part(model: target.model, part: target.part) }

    /// A text with a full stop at its end.
    private static func sentence(_ text: String) -> String {
        let end = text.last ?? "."
        return ".!?…".contains(end) ? text : text + "."
    }
}

extension Persona {
    /// Who answers where nobody else does.
    static func plain(about title: String) -> Persona {
        Persona(id: "guide", name: "Guide", role: "Guide", summary: "Answers from \(title).", style: plainStyle)
    }

    /// The tone of a guide without a personality.
    static let plainStyle = Style(
        guide: "Answer plainly in one or two sentences.", openers: Openers(fact: [], number: [], date: [], list: [], reason: []),
        joiners: [], closers: [], declines: [])
}

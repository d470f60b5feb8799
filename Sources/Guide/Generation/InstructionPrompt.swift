/// How a prompt is put to an instruction model.
///
/// The system message is the same for all questions to a persona: a model can keep what it has computed for it.
enum InstructionPrompt {
    static func system(_ persona: Persona) -> String {
        let who = persona.isReal ? persona.name : "the \(persona.name.lowercased())"
        return """
            You answer questions of visitors of an exhibition. Answer only with sentences from the given list that answer the \
            question, best first, three at most, copied word for word and without their numbers. Add no fact of your own. Speak \
            about \(who) by name, in the third person; never write "I" or "we". If no sentence of the list answers the question, \
            write exactly: I don't have that in my sources.
            \(persona.style.guide)
            """
    }

    /// With the question before and after the evidence: small models forget what comes early.
    static func user(_ prompt: GuidePrompt) -> String {
        let list = prompt.evidence.enumerated().map { index, evidence in "\(index + 1). \(evidence.sentence)" }
        return """
            Question: \(prompt.question)

            Sentences:
            \(list.joined(separator: "\n"))

            Copy the sentence that answers the question: \(prompt.question)
            """
    }
}

import DioramaLibrary

/// What a notification says, in the language of the browser that shows it.
public enum NotificationText {
    /// The title, a line, and the text below it, which may be empty.
    public static func text(_ notification: LibraryNotification, in language: InterfaceLanguage) -> (title: String, body: String) {
        let words = Words(language)
        let subject = notification.subject
        let detail = notification.detail
        func titled(_ title: String, _ body: String) -> (title: String, body: String) { (title, body) }
        let who = detail.isEmpty ? subject : "\(detail): \(subject)"
        return switch notification.kind {
        case .offer: titled(words.offer, who)
        case .request: titled(words.request, who)
        case .answered: titled(words.answered, who)
        case .due(.warranty): titled(words.warranty, subject)
        case .due(.maintenance): titled(words.maintenance, who)
        case .due(.loan): titled(words.loan, who)
        case .due(.request): titled(words.requestDue, who)
        case .due(.answer): titled(words.answerDue, who)
        case .test: titled(words.test, "")
        }
    }

    private struct Words {
        var offer = "A contact offers something"
        var request = "A contact asks for a recording"
        var answered = "A request was answered"
        var warranty = "A warranty ends tomorrow"
        var maintenance = "Maintenance is due tomorrow"
        var loan = "A loan is due back tomorrow"
        var requestDue = "A request is to be answered by tomorrow"
        var answerDue = "An answer is awaited by tomorrow"
        var test = "Notifications arrive in this browser"

        init(_ language: InterfaceLanguage) {
            switch language {
            case .english: break
            case .german:
                offer = "Ein Kontakt bietet etwas an"
                request = "Ein Kontakt bittet um eine Aufzeichnung"
                answered = "Eine Anfrage wurde beantwortet"
                warranty = "Eine Garantie endet morgen"
                maintenance = "Eine Wartung ist morgen fällig"
                loan = "Eine Ausleihe ist morgen zurückzugeben"
                requestDue = "Eine Anfrage ist bis morgen zu beantworten"
                answerDue = "Eine Antwort wird bis morgen erwartet"
                test = "Benachrichtigungen kommen in diesem Browser an"
            case .french:
                offer = "Un contact propose quelque chose"
                request = "Un contact demande un enregistrement"
                answered = "Une demande a reçu une réponse"
                warranty = "Une garantie se termine demain"
                maintenance = "Un entretien est à faire demain"
                loan = "Un prêt est à rendre demain"
                requestDue = "Une demande attend une réponse d’ici demain"
                answerDue = "Une réponse est attendue d’ici demain"
                test = "Les notifications arrivent dans ce navigateur"
            case .spanish:
                offer = "Un contacto ofrece algo"
                request = "Un contacto pide una grabación"
                answered = "Una solicitud ha sido respondida"
                warranty = "Una garantía termina mañana"
                maintenance = "Un mantenimiento vence mañana"
                loan = "Un préstamo vence mañana"
                requestDue = "Hay que responder a una solicitud antes de mañana"
                answerDue = "Se espera una respuesta antes de mañana"
                test = "Las notificaciones llegan a este navegador"
            case .czech:
                offer = "Kontakt něco nabízí"
                request = "Kontakt žádá o záznam"
                answered = "Žádost byla zodpovězena"
                warranty = "Zítra končí záruka"
                maintenance = "Zítra má být provedena údržba"
                loan = "Zítra má být vrácena zápůjčka"
                requestDue = "Na žádost je třeba odpovědět do zítřka"
                answerDue = "Odpověď se očekává do zítřka"
                test = "Oznámení do tohoto prohlížeče přicházejí"
            }
        }
    }
}

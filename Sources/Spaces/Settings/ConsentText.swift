/// The words that a person agrees to when recordings may be used to improve recognition. They are stored with the consent: changed
/// words are agreed to anew.
public enum ConsentText {
    /// The words in a language.
    public static func words(in language: InterfaceLanguage) -> String {
        switch language {
        case .english:
            "Recordings for which I agree separately may be used to improve the recognition of things. Private recordings are "
                + "never used. I can withdraw this at any time; it then holds for all recordings."
        case .german:
            "Aufnahmen, bei denen ich jeweils zustimme, dürfen verwendet werden, um das Erkennen von Dingen zu verbessern. Private "
                + "Aufnahmen werden nie verwendet. Ich kann das jederzeit widerrufen; der Widerruf gilt für alle Aufnahmen."
        case .french:
            "Les enregistrements pour lesquels je donne mon accord séparément peuvent servir à améliorer la reconnaissance des "
                + "objets. Les enregistrements privés ne sont jamais utilisés. Je peux retirer cet accord à tout moment ; le "
                + "retrait vaut pour tous les enregistrements."
        case .spanish:
            "Las grabaciones para las que doy mi consentimiento por separado pueden usarse para mejorar el reconocimiento de "
                + "objetos. Las grabaciones privadas no se usan nunca. Puedo retirar este consentimiento en cualquier momento; la "
                + "retirada vale para todas las grabaciones."
        case .czech:
            "Záznamy, u kterých dám zvlášť souhlas, smějí být použity ke zlepšení rozpoznávání věcí. Soukromé záznamy se nikdy "
                + "nepoužijí. Souhlas mohu kdykoli odvolat; odvolání platí pro všechny záznamy."
        }
    }
}

import DioramaLibrary
import Foundation
import Sharing

/// A contact, or this account's own card.
struct ContactPayload: Encodable {
    let account: String
    let name: String
    let fingerprint: String
    @EncodesNull var bucket: String?
    /// The card's text, of the own card only.
    @EncodesNull var card: String?
    /// When new keys were announced whose fingerprint was not compared yet.
    @EncodesNull var newKeys: String?

    init(_ card: ContactCard, showsCard: Bool = false, newKeys: Date? = nil) {
        account = card.account.description
        name = card.name
        fingerprint = card.fingerprint
        bucket = card.bucket
        self.card = showsCard ? card.description : nil
        self.newKeys = newKeys?.payload
    }
}

struct ContactListPayload: Encodable {
    let own: ContactPayload
    let contacts: [ContactPayload]
}

/// A share of this account.
struct SentSharePayload: Encodable {
    let id: String
    let title: String
    let contact: String
    let account: String
    @EncodesNull var space: String?
    let permission: String
    let state: String
    let files: Int
    let byteCount: Int64
    let created: String
    @EncodesNull var answered: String?
    @EncodesNull var privateMemories: Int?

    init(_ share: SentShare) {
        id = share.id
        title = share.title
        contact = share.contact
        account = share.account
        space = share.space
        permission = share.permission
        state = share.state
        files = share.files
        byteCount = share.byteCount
        created = share.created.payload
        answered = share.answered?.payload
        privateMemories = share.privateMemories
    }
}

struct SentShareListPayload: Encodable {
    let shares: [SentSharePayload]
}

/// What contacts offered and asked for.
struct InboxPayload: Encodable {
    let offers: [OfferPayload]
    let requests: [RequestPayload]

    init(_ inbox: Inbox) {
        offers = inbox.offers.map(OfferPayload.init)
        requests = inbox.requests.map(RequestPayload.init)
    }

    struct OfferPayload: Encodable {
        let id: String
        let title: String
        let message: String
        let from: String
        let account: String
        let permission: String
        let state: String
        let files: Int
        let byteCount: Int64
        let missingFiles: Int
        let spaces: [String]
        let recordings: [String]
        let contents: [Content]
        @EncodesNull var answers: String?
        @EncodesNull var note: String?
        let received: String

        struct Content: Encodable {
            let kind: String
            let count: Int
        }

        init(_ offer: ReceivedOffer) {
            id = offer.id
            title = offer.title
            message = offer.message
            from = offer.from
            account = offer.account
            permission = offer.permission
            state = offer.state
            files = offer.files
            byteCount = offer.byteCount
            missingFiles = offer.missingFiles
            spaces = offer.spaces
            recordings = offer.recordings
            contents = offer.contents.sorted { $0.key < $1.key }.map { Content(kind: $0.key, count: $0.value) }
            answers = offer.answers
            note = offer.note
            received = offer.received.payload
        }
    }

    struct RequestPayload: Encodable {
        let id: String
        let title: String
        let message: String
        let from: String
        let account: String
        let state: String
        @EncodesNull var due: String?
        let received: String

        init(_ request: ReceivedRequest) {
            id = request.id
            title = request.title
            message = request.message
            from = request.from
            account = request.account
            state = request.state
            due = request.due?.payload
            received = request.received.payload
        }
    }
}

/// The text of a contact card.
struct ContactBody: Decodable {
    let card: String
}

/// What is offered to whom.
struct ShareBody: Decodable {
    let item: String
    let contact: String
    let permission: String?
    let message: String?
}

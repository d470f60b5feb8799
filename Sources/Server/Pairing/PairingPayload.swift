import DioramaLibrary
import DioramaSync
import Foundation
import Pairing

/// The paired devices, and the pairing that is under way.
struct PairingPayload: Encodable {
    let isIncluded: Bool
    let addresses: [String]
    @EncodesNull var port: Int?
    @EncodesNull var offer: OfferPayload?
    @EncodesNull var session: SessionPayload?
    @EncodesNull var last: LastPayload?
    let devices: [DevicePayload]

    /// A code that another device scans, or is given as text.
    struct OfferPayload: Encodable {
        let code: String
        let address: String
        let expires: String

        init(_ offer: PairingRuns.Offer) {
            code = offer.code.description
            address = offer.code.address.description
            expires = offer.expires.payload
        }
    }

    /// A device whose digits are compared.
    struct SessionPayload: Encodable {
        let device: String
        let name: String
        let digits: String
        let wantsAccount: Bool
        let isConfirmed: Bool

        init(_ comparison: PairingRuns.Comparison) {
            device = comparison.session.device.description
            name = comparison.session.name
            digits = comparison.session.shortCode
            wantsAccount = comparison.session.wantsAccount
            isConfirmed = comparison.isConfirmed
        }
    }

    /// How the last pairing ended.
    struct LastPayload: Encodable {
        let name: String
        let isPaired: Bool
        @EncodesNull var error: String?

        init(_ ended: PairingRuns.Ended) {
            name = ended.name
            isPaired = ended.error == nil
            error = ended.error?.message
        }
    }

    /// A paired device.
    struct DevicePayload: Encodable {
        let id: String
        let name: String
        let paired: String
        @EncodesNull var address: String?
        @EncodesNull var synchronized: String?
        let isConnected: Bool
        @EncodesNull var problem: String?

        init(_ status: PairedSync.Status) {
            id = status.peer.device.description
            name = status.peer.name
            paired = status.peer.paired.payload
            address = status.peer.address?.description
            synchronized = status.peer.synchronized?.payload
            isConnected = status.isConnected
            problem = status.problem
        }
    }
}

/// The address in a code.
struct PairingOfferBody: Decodable {
    let host: String?
}

/// The code or address of the other device.
struct PairingTargetBody: Decodable {
    let target: String
}

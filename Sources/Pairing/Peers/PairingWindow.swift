/// The period in which a device may pair.
struct PairingWindow {
    let until: ContinuousClock.Instant
    var attemptsLeft: Int
    var isBusy = false
    let key = NoiseKeyPair()
    private var isKeyUsed = false

    init(until: ContinuousClock.Instant, attemptsLeft: Int) {
        self.until = until
        self.attemptsLeft = attemptsLeft
    }

    var isOpen: Bool { attemptsLeft > 0 && ContinuousClock.now < until }

    /// The key of the pairing code, for one handshake only.
    mutating func takeKey() -> NoiseKeyPair? {
        if isKeyUsed { return nil }
        isKeyUsed = true
        return key
    }
}

/// An asynchronous counting semaphore, first in, first out.
actor AsyncSemaphore {
    private var available: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { available = count }

    func wait() async {
        if available > 0 {
            available -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func signal() {
        if waiting.isEmpty { available += 1 } else { waiting.removeFirst().resume() }
    }
}

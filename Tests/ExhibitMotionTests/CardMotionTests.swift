import ExhibitMotion
import Foundation
import Testing

@Suite struct CardMotionTests {
    private func card(width: Float = 300) -> CardMotion {
        var card = CardMotion()
        card.resize(width: width, exitDistance: 600)
        return card
    }

    /// Drags with the finger at a constant speed for so many milliseconds, in steps of ten, and waits `rest` before the release.
    private func dragged(by distance: Float, milliseconds: Int, rest: Double = 0) -> CardMotion {
        var card = card()
        card.press(x: 100, y: 100, isLowerHalf: false, time: 0)
        for time in stride(from: 10, through: milliseconds, by: 10) {
            card.move(x: 100 + distance * Float(time) / Float(milliseconds), y: 100, time: Double(time))
        }
        _ = card.release(x: 100 + distance, y: 100, time: Double(milliseconds) + rest)
        return card
    }

    @Test func `the card follows the finger and rotates in proportion`() {
        var card = card()
        card.press(x: 100, y: 100, isLowerHalf: false, time: 0)
        card.move(x: 109, y: 100, time: 10)
        #expect(card.phase == .dragging)
        #expect(card.offset.x == 0)  // the tolerance is not a jump
        card.move(x: 159, y: 112, time: 20)
        #expect(card.offset == .init(x: 50, y: 12))
        #expect(abs(card.rotation - CardMotion.maxRotation * 50 / 300) < 1e-6)
        card.move(x: 209, y: 112, time: 30)
        #expect(abs(card.rotation - CardMotion.maxRotation * 100 / 300) < 1e-6)
        card.move(x: 1_009, y: 112, time: 40)
        #expect(card.rotation == CardMotion.maxRotation)
    }

    @Test func `a card that is held by its lower half rotates the other way`() {
        var card = card()
        card.press(x: 0, y: 0, isLowerHalf: true, time: 0)
        card.move(x: 20, y: 0, time: 10)
        card.move(x: 80, y: 0, time: 20)
        #expect(card.rotation < 0)
    }

    @Test func `a slow release beyond the threshold flies off and below it returns`() {
        let threshold = CardMotion.swipeFraction * 300 + CardMotion.dragTolerance
        // Rests before the release, so that only the distance counts.
        #expect(dragged(by: threshold + 12, milliseconds: 400, rest: 200).phase == .flyingRight)
        #expect(dragged(by: -threshold - 12, milliseconds: 400, rest: 200).phase == .flyingLeft)
        #expect(dragged(by: threshold - 12, milliseconds: 400, rest: 200).phase == .returning)
    }

    @Test func `a fast release flies off over a short distance`() {
        let distance = CardMotion.minSwipeDistance + 40
        #expect(dragged(by: distance, milliseconds: 60).phase == .flyingRight)  // about 1,070 px/s
        #expect(dragged(by: distance, milliseconds: 200).phase == .returning)  // 320 px/s
    }

    @Test func `a card that is thrown back returns even from beyond the threshold`() {
        var card = card()
        card.press(x: 0, y: 0, isLowerHalf: false, time: 0)
        card.move(x: 10, y: 0, time: 10)
        card.move(x: 220, y: 0, time: 200)
        for step in 1...5 { card.move(x: 220 - 14 * Float(step), y: 0, time: 200 + 10 * Double(step)) }
        _ = card.release(x: 150, y: 0, time: 250)
        #expect(card.phase == .returning)
    }

    @Test func `a tap, a hold and a long press are distinguished`() {
        var card = card()
        card.press(x: 0, y: 0, isLowerHalf: false, time: 0)
        #expect(card.release(x: 2, y: 1, time: 120) == .tap)
        card.press(x: 0, y: 0, isLowerHalf: false, time: 1_000)
        #expect(card.advance(seconds: 0.016, time: 1_000 + LongPress.duration - 1) == .none)
        #expect(card.advance(seconds: 0.016, time: 1_000 + LongPress.duration) == .longPress)
        #expect(card.advance(seconds: 0.016, time: 1_700) == .none)
        card.move(x: 90, y: 0, time: 1_750)
        #expect(card.offset.x == 0)  // it is held until the release
        #expect(card.release(x: 90, y: 0, time: 1_800) == .none)
        #expect(card.phase == .resting)
    }

    @Test func `a finger that moves beyond the tolerance makes no long press`() {
        var card = card()
        card.press(x: 0, y: 0, isLowerHalf: false, time: 0)
        card.move(x: LongPress.tolerance + 1, y: 0, time: 100)
        #expect(card.advance(seconds: 0.016, time: 900) == .none)
        #expect(card.phase == .dragging)
    }

    @Test func `a returning card follows the spring at every frame rate`() {
        for (name, frames) in frameRates {
            var card = dragged(by: 90, milliseconds: 400, rest: 200)
            let start = Double(card.offset.x)
            let frequency = Double(CardMotion.returnSpring.frequency)
            let ratio = Double(CardMotion.returnSpring.dampingRatio)
            let damped = frequency * (1 - ratio * ratio).squareRoot()
            var time = 0.0
            for seconds in frames {
                _ = card.advance(seconds: seconds, time: 1_000 * time)
                time += Double(seconds)
                let exact =
                    start * exp(-ratio * frequency * time) * (cos(damped * time) + ratio * frequency / damped * sin(damped * time))
                #expect(abs(Double(card.offset.x) - exact) < (card.phase == .resting ? 0.6 : 0.02), "\(name) at \(time)")
            }
            #expect(card.phase == .resting, "\(name)")
            #expect(card.offset.x == 0)
        }
    }

    @Test func `a flight ends within its time and reports its side`() {
        for (_, frames) in frameRates {
            var card = card()
            card.swipe(.left)
            var time: Float = 0
            var event = CardMotion.Event.none
            for seconds in frames where event == .none {
                event = card.advance(seconds: seconds, time: 0)
                time += seconds
            }
            #expect(event == .swipedLeft)
            #expect(time <= CardMotion.flightTime + (frames.max() ?? 0) + 1e-4)
            #expect(card.phase == .resting)  // the next card is at its place
            #expect(card.offset.x == 0)
        }
    }

    @Test func `while a card flies off no press reaches the next one`() {
        var card = card()
        card.swipe(.right)
        card.press(x: 0, y: 0, isLowerHalf: false, time: 0)
        #expect(card.phase == .flyingRight)
        #expect(card.release(x: 0, y: 0, time: 50) == .none)
    }

    @Test func `the next card comes forward in proportion and not further`() {
        var card = card()
        card.press(x: 0, y: 0, isLowerHalf: false, time: 0)
        card.move(x: 9, y: 0, time: 10)
        card.move(x: 9 + CardMotion.swipeFraction * 150, y: 0, time: 20)
        #expect(abs(card.nextProgress - 0.5) < 1e-5)
        card.move(x: 400, y: 0, time: 30)
        #expect(card.nextProgress == 1)
    }

    @Test func `an undone swipe comes back from its side`() {
        var card = card()
        card.comeBack(from: .left)
        #expect(card.offset.x == -600)
        var nearest: Float = 600
        for _ in 0..<120 {
            _ = card.advance(seconds: 1 / 60, time: 0)
            nearest = min(nearest, card.offset.x.magnitude)
        }
        #expect(nearest == 0)
        #expect(card.phase == .resting)
    }

    @Test func `a card can be caught on its way back`() {
        var card = dragged(by: 90, milliseconds: 400, rest: 200)
        _ = card.advance(seconds: 0.03, time: 0)
        let caught = card.offset.x
        card.press(x: 500, y: 0, isLowerHalf: false, time: 2_000)
        #expect(card.phase == .dragging)
        card.move(x: 510, y: 0, time: 2_010)
        #expect(abs(card.offset.x - caught - 10) < 1e-4)
    }

    @Test func `a flip ends at exactly half a turn and back at zero`() {
        var card = card()
        card.turnOver(isAnimated: true)
        #expect(card.showsBack)
        var highest: Float = 0
        for _ in 0..<120 {
            _ = card.advance(seconds: 1 / 60, time: 0)
            highest = max(highest, card.flip)
        }
        #expect(card.flip == Float.pi)
        #expect(highest < 1.02 * .pi)
        card.turnOver(isAnimated: false)
        #expect(card.flip == 0)
        #expect(!card.isMoving)
    }

    @Test func `the velocity of a pointer that rests is zero`() {
        var pointer = PointerVelocity()
        for step in 0..<10 { pointer.add(x: Float(step) * 8, y: -4 * Float(step), time: 8 * Double(step)) }
        let velocity = pointer.velocity(at: 72)
        #expect(abs(velocity.x - 1_000) < 0.01 && abs(velocity.y + 500) < 0.01)
        #expect(pointer.velocity(at: 72 + PointerVelocity.restTime + 1) == .init(x: 0, y: 0))
    }
}

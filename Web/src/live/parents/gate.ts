/**
 * The question before the page for parents. It keeps small children from changing the settings by accident; it is no security:
 * whoever can multiply passes.
 */

import { t } from "../../i18n/messages.ts";

export interface GateQuestion {
  first: number;
  second: number;
  text: string;
}

export type GateAnswer = "right" | "wrong" | "waiting";

/** After so many wrong answers there is a pause, in milliseconds. */
const maxWrong = 3;
export const pauseMilliseconds = 30_000;

export class ParentGate {
  private wrong = 0;
  private pausedUntil = -Infinity;
  question: GateQuestion;

  constructor(
    private readonly random: () => number = Math.random,
    private readonly now: () => number = () => Date.now(),
  ) {
    this.question = this.makeQuestion();
  }

  /** Seconds until the next answer is accepted; 0: now. */
  get waitSeconds(): number {
    return Math.max(0, Math.ceil((this.pausedUntil - this.now()) / 1000));
  }

  /** A wrong answer changes the question. */
  answer(text: string): GateAnswer {
    if (this.waitSeconds > 0) return "waiting";
    const { first, second } = this.question;
    if (/^\s*\d{1,6}\s*$/.test(text) && Number(text) === first * second) return "right";
    this.wrong += 1;
    this.question = this.makeQuestion();
    if (this.wrong % maxWrong === 0) this.pausedUntil = this.now() + pauseMilliseconds;
    return "wrong";
  }

  private makeQuestion(): GateQuestion {
    const between = (low: number, high: number): number => low + Math.floor(this.random() * (high - low + 1));
    const first = between(12, 19);
    const second = between(6, 9);
    return { first, second, text: t("What is {first} times {second}?", { first, second }) };
  }
}

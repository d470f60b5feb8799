/** Asks one question at a time. Of what comes up meanwhile only the latest is asked next. */

export class Latest<Question, Answer> {
  private waiting: { question: Question } | null = null;
  private running: AbortController | null = null;

  /** `tell` hears each answer, and whether nothing newer waits; `fail` what went wrong with the latest. */
  constructor(
    private readonly send: (question: Question, signal: AbortSignal) => Promise<Answer>,
    private readonly tell: (answer: Answer, question: Question, isLatest: boolean) => void,
    private readonly fail: (error: unknown, question: Question) => void,
  ) {}

  get busy(): boolean {
    return this.running !== null;
  }

  ask(question: Question): void {
    if (this.running) this.waiting = { question };
    else void this.run(question);
  }

  /** Forgets what waits and what is under way: nobody is told any more. */
  cancel(): void {
    this.waiting = null;
    this.running?.abort();
    this.running = null;
  }

  private async run(question: Question): Promise<void> {
    const life = this.running = new AbortController();
    try {
      const answer = await this.send(question, life.signal);
      if (!life.signal.aborted) this.tell(answer, question, this.waiting === null);
    } catch (error) {
      if (!life.signal.aborted && !this.waiting) this.fail(error, question);
    }
    if (life.signal.aborted) return;
    this.running = null;
    const next = this.waiting as { question: Question } | null;
    this.waiting = null;
    if (next) void this.run(next.question);
  }
}

/** What is asked of the host beside the game: each once, and no faster than it allows. */

/** How many may be asked at once. */
const AT_ONCE = 16;
/** Milliseconds between two more; the host takes thirty messages a second. */
const APART = 100;

interface Waiting<T> {
  send: () => Promise<T>;
  resolve: (answer: T) => void;
  reject: (error: Error) => void;
}

/** Answers by what was asked, for as long as one subject lasts. */
export class Asking<T> {
  private subject: unknown = null;
  private readonly known = new Map<string, Promise<T>>();
  private line: Waiting<T>[] = [];
  private spare = AT_ONCE;
  private filled = performance.now();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Asks, or tells what was answered before. What is still in line when the subject
   * changes is never asked, and rejected. */
  ask(subject: unknown, key: string, send: () => Promise<T>): Promise<T> {
    if (subject !== this.subject) this.forget();
    this.subject = subject;
    const before = this.known.get(key);
    if (before) return before;
    const answer = new Promise<T>((resolve, reject) => this.line.push({ send, resolve, reject }));
    this.known.set(key, answer);
    // What failed can be asked again.
    answer.catch(() => { if (this.known.get(key) === answer) this.known.delete(key); });
    this.next();
    return answer;
  }

  /** Forgets all answers, and drops what is in line. */
  forget() {
    clearTimeout(this.timer);
    this.known.clear();
    const dropped = this.line;
    this.line = [];
    for (const { reject } of dropped) reject(new Error("No longer asked"));
  }

  private next() {
    clearTimeout(this.timer);
    const now = performance.now();
    this.spare = Math.min(AT_ONCE, this.spare + (now - this.filled) / APART);
    this.filled = now;
    while (this.spare >= 1) {
      const first = this.line.shift();
      if (!first) return;
      this.spare -= 1;
      first.send().then(first.resolve, first.reject);
    }
    if (this.line.length > 0) this.timer = setTimeout(() => this.next(), APART);
  }
}

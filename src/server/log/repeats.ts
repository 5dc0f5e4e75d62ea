import { framesOf } from './cut-fields.ts';

/** Of one kind so many lines are written within a window; the others are counted. */
const mostOfAKind = 10;
/** More kinds than these are told apart by their message alone. */
const mostKinds = 500;
export const repeatWindowMs = 60_000;

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly fields: object;
  readonly message: string;
}

/**
 * Keeps what happens ten thousand times from being written ten thousand times. Lines are of a kind that
 * have level, message, device, and the kind and place of their error in common.
 */
export class Repeats {
  /** Lines that were counted instead of written. */
  counted = 0;
  readonly #say: (last: LogLine, more: number) => void;
  readonly #kinds = new Map<string, { lines: number; more: number; last: LogLine }>();
  #endsAt = 0;
  #timer: Timer | null = null;

  /** @param say writes that there were so many `more` lines, and the last of them */
  constructor(say: (last: LogLine, more: number) => void) {
    this.#say = say;
  }

  /** Whether a line is to be written. @param nowMs any clock that runs evenly */
  admit(line: LogLine, nowMs: number): boolean {
    if (nowMs >= this.#endsAt) {
      this.flush();
      this.#endsAt = nowMs + repeatWindowMs;
    }
    const exact = describeKind(line);
    const key =
      this.#kinds.has(exact) || this.#kinds.size < mostKinds
        ? exact
        : `${line.level} ${line.message}`;
    const kind = this.#kinds.get(key) ?? { lines: 0, more: 0, last: line };
    this.#kinds.set(key, kind);
    kind.lines += 1;
    if (kind.lines <= mostOfAKind) return true;
    kind.more += 1;
    kind.last = line;
    this.counted += 1;
    this.#timer ??= setTimeout(() => this.flush(), this.#endsAt - nowMs).unref();
    return false;
  }

  /** Ends the window: says what was counted in it. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#endsAt = 0;
    const kinds = [...this.#kinds.values()];
    this.#kinds.clear();
    for (const { last, more } of kinds) if (more > 0) this.#say(last, more);
  }
}

function describeKind({ level, message, fields }: LogLine): string {
  const { err, device } = fields as { err?: unknown; device?: unknown };
  const error = err instanceof Error ? `${err.name} ${framesOf(err)[0]}` : '';
  return `${level} ${message} ${typeof device === 'string' ? device : ''} ${error}`;
}

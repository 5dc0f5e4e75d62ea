import { framesOf } from './cut-fields.ts';

/** Lines of one kind that are written within a window. The others are counted. */
const mostOfAKind = 10;
/** Beyond this many kinds, only the message tells kinds apart. */
const mostKinds = 500;
export const repeatWindowMs = 60_000;

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly fields: object;
  readonly message: string;
}

/**
 * Keeps lines that repeat from filling the log. Lines are of one kind when level, message, device, and the
 * kind and place of their error are the same.
 */
export class Repeats {
  /** Lines that were counted instead of written. */
  counted = 0;
  readonly #say: (last: LogLine, more: number) => void;
  readonly #kinds = new Map<string, { lines: number; more: number; last: LogLine }>();
  #endsAt = 0;
  #timer: Timer | null = null;

  /** @param say writes that there were `more` lines like `last` */
  constructor(say: (last: LogLine, more: number) => void) {
    this.#say = say;
  }

  /** Whether a line is to be written. @param nowMs of any clock that runs evenly */
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

  /** Ends the window, and says how many lines were counted in it. */
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

import { type Clock, within } from '../../../lib/serial/clock.ts';
import type { BoardLine } from './board-line.ts';

export type Answer =
  | { readonly kind: 'ok' }
  | { readonly kind: 'refused'; readonly code: string; readonly text: string }
  /** The board got something, but not what was sent. */
  | { readonly kind: 'garbled'; readonly code: string; readonly text: string }
  | { readonly kind: 'silence' };

/** Answers to a line that lost bytes on its way. */
const garbledCodes = ['unknown_command', 'unknown_field', 'bad_line', 'line_too_long'];

/** The command that waits for its answer; there is one at a time. */
export class Question {
  #waiting: { name: string; resolve: (answer: Answer) => void } | null = null;

  /** @param name the command, or the field it sets: an answer to anything else is not its own */
  async wait(clock: Clock, name: string, timeoutMs: number): Promise<Answer> {
    const answered = new Promise<Answer>((resolve) => {
      this.#waiting = { name, resolve };
    });
    try {
      return await within(clock, timeoutMs, answered, { kind: 'silence' });
    } finally {
      this.#waiting = null;
    }
  }

  /** No answer will come any more. */
  giveUp(): void {
    this.#waiting?.resolve({ kind: 'silence' });
  }

  hear(line: BoardLine): void {
    const waiting = this.#waiting;
    if (waiting === null) return;
    if (line.kind === 'ok' && line.word === waiting.name) {
      waiting.resolve({ kind: 'ok' });
    } else if (line.kind === 'error') {
      const { code, text } = line;
      // The second answer to a line that was sent twice.
      if (code === 'bad_value' && !text.startsWith(`${waiting.name}:`)) return;
      waiting.resolve({ kind: garbledCodes.includes(code) ? 'garbled' : 'refused', code, text });
    }
  }
}

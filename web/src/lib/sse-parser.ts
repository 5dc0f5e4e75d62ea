/**
 * Reads server-sent events. eventsource-parser, the usual library, does not tell of an id that comes
 * without an event, and the place to resume at is just that.
 */

/** One event of a stream, as https://html.spec.whatwg.org/multipage/server-sent-events.html has it. */
export interface ServerSentEvent {
  /** `message` where the server gave none. */
  event: string;
  data: string;
  /** The last id seen; empty before the first. */
  id: string;
}

interface SseParser {
  /** Takes the next piece of the stream, cut anywhere, even within a line end. */
  push(text: string): void;
  /** The last id so far: an event need not come with it. */
  readonly lastId: string;
}

interface SseHandlers {
  onEvent: (event: ServerSentEvent) => void;
  /** The server's delay before a new attempt, milliseconds. */
  onRetry?: (delayMs: number) => void;
}

/** @param lastId the last id of the connection before, which goes on to count */
export function createSseParser({ onEvent, onRetry }: SseHandlers, lastId = ''): SseParser {
  let rest = '';
  let isFirst = true;
  let event = '';
  let data: string[] = [];
  let id = lastId;

  function takeLine(line: string): void {
    if (line === '') dispatch();
    const colon = line.indexOf(':');
    // A line that begins with a colon is a comment: it only keeps the connection alive.
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id' && !value.includes('\0')) id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) onRetry?.(Number(value));
  }

  function dispatch(): void {
    if (data.length > 0)
      onEvent({ event: event === '' ? 'message' : event, data: data.join('\n'), id });
    event = '';
    data = [];
  }

  return {
    get lastId() {
      return id;
    },
    push(text) {
      rest += isFirst ? text.replace(/^\uFEFF/, '') : text;
      if (text !== '') isFirst = false;
      // A carriage return at the very end may be half of a line end: it waits for the next piece.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) takeLine(line);
    },
  };
}

/** A server of one iCalendar, as utilities and calendar programs have them: with versions and failures. */
import { LoopbackServer } from '../loopback-server.ts';

export interface FakeEvent {
  readonly uid: string;
  /** Epoch ms. */
  readonly from: number;
  readonly to: number;
  readonly summary?: string;
  readonly isCancelled?: boolean;
  /** How it is repeated, such as `FREQ=WEEKLY`. */
  readonly rule?: string;
}

const stamp = (at: number) => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '');

export class FakeCalendar {
  events: readonly FakeEvent[] = [];
  /** Answered instead of the calendar. */
  fault: { readonly status: number; readonly body?: string } | null = null;
  /** What was asked for: whole answers, and such that nothing has changed. */
  readonly asked = { whole: 0, unchanged: 0 };
  readonly #server = new LoopbackServer(0, (request, response) => {
    const etag = `"${Bun.hash(this.#text()).toString(16)}"`;
    if (this.fault !== null) {
      response.writeHead(this.fault.status).end(this.fault.body ?? '');
    } else if (request.headers['if-none-match'] === etag) {
      this.asked.unchanged += 1;
      response.writeHead(304).end();
    } else {
      this.asked.whole += 1;
      response.writeHead(200, { 'content-type': 'text/calendar', etag }).end(this.#text());
    }
  });

  open(): Promise<void> {
    return this.#server.open();
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}/secret/outages.ics`;
  }

  #text(): string {
    const events = this.events.flatMap(({ uid, from, to, summary, isCancelled, rule }) => [
      ...['BEGIN:VEVENT', `UID:${uid}`, `DTSTART:${stamp(from)}`, `DTEND:${stamp(to)}`],
      ...(summary === undefined ? [] : [`SUMMARY:${summary}`]),
      ...(isCancelled === true ? ['STATUS:CANCELLED'] : []),
      ...(rule === undefined ? [] : [`RRULE:${rule}`]),
      'END:VEVENT',
    ]);
    return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n');
  }
}

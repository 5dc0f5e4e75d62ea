/** Where LINE, which takes no files, fetches the picture of a week. */
import type { Monitor } from '../../actions/monitor.ts';
import type { Tickets } from '../../actions/people/tickets.ts';
import { type ConnectedChat, findConnectedChat } from '../../store/alerts/recipients.ts';

const picturePath = '/api/line/week.png';
/** LINE fetches a picture when somebody looks at it. */
const pictureMs = 3_600_000;
const mostRemembered = 20;

interface WeekLinksOptions {
  readonly monitor: Pick<Monitor, 'store' | 'clock' | 'channels'>;
  readonly tickets: Tickets;
  /** Undefined: the pages have no address. */
  readonly publicUrl: string | undefined;
}

/** Links that work for an hour, for as long as their chat is connected. */
export class WeekLinks {
  readonly #options: WeekLinksOptions;
  /** By ticket: LINE fetches a picture for each who looks at it, and its preview. */
  readonly #pictures = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  constructor(options: WeekLinksOptions) {
    this.#options = options;
  }

  /** Null: LINE can fetch nothing from here. */
  make(address: string, { recipientId }: ConnectedChat): string | null {
    const { monitor, tickets, publicUrl } = this.#options;
    if (publicUrl?.startsWith('https://') !== true) return null;
    const expiresAt = monitor.clock().wallMs + pictureMs;
    const ticket = tickets.issue('picture', `${address} ${recipientId}`, expiresAt);
    return `${new URL(picturePath, publicUrl).href}?ticket=${ticket}`;
  }

  /**
   * The picture behind a link.
   * @returns null: the link has ended, or its chat is not connected any more
   * @throws what `draw` throws
   */
  read(
    ticket: string,
    draw: (chat: ConnectedChat) => Promise<Uint8Array<ArrayBuffer>>,
  ): Promise<Uint8Array<ArrayBuffer>> | null {
    const { monitor, tickets } = this.#options;
    if (!monitor.channels.has('line')) return null;
    const subject = tickets.read('picture', ticket, monitor.clock().wallMs);
    const [address = '', recipientId] = subject?.split(' ') ?? [];
    const chat = findConnectedChat(monitor.store, 'line', address);
    // A chat that was moved, or has come back, is another recipient.
    if (chat === undefined || String(chat.recipientId) !== recipientId) return null;
    const known = this.#pictures.get(ticket);
    if (known !== undefined) return known;
    const drawn = draw(chat);
    this.#pictures.set(ticket, drawn);
    drawn.catch(() => this.#pictures.delete(ticket));
    const [oldest] = this.#pictures.keys();
    if (this.#pictures.size > mostRemembered && oldest !== undefined) this.#pictures.delete(oldest);
    return drawn;
  }
}

/** Failures that a test orders in advance: the next calls that fit get them, in order. */

export type FaultKind = '400' | '429' | '5xx' | 'timeout' | 'drop' | 'refuse';

export interface FaultOrder {
  /**
   * - `400`: refused as a message that cannot be read.
   * - `429`: answered with `retryAfter`; until then further messages (to that chat, or with
   *   `everyone` to any) are refused too, and counted as limit violations.
   * - `5xx`: answered with `status` and a body that is not JSON, as a gateway would.
   * - `timeout`: accepted, never answered, nothing recorded.
   * - `drop`: carried out and recorded, then the connection is cut before the answer: the caller
   *   cannot know.
   * - `refuse`: the connection is cut and nothing is recorded.
   */
  readonly kind: FaultKind;
  /** Which method; not given: every one but getUpdates, whose calls a test does not control. */
  readonly method?: string;
  /** Only calls for this chat. */
  readonly chatId?: number;
  /** How many calls in a row fail so; default 1. */
  readonly times?: number;
  /** Whole seconds, for `429`; default 1. */
  readonly retryAfter?: number;
  /** For `429`: the wait is for all chats, not only the one of the call. */
  readonly everyone?: boolean;
  /** HTTP status for `5xx`; default 502. */
  readonly status?: number;
}

export class FaultProgram {
  private readonly orders: { readonly order: FaultOrder; left: number }[] = [];

  /** Ordered failures that no call has met yet. */
  get pendingCount(): number {
    return this.orders.reduce((sum, { left }) => sum + left, 0);
  }

  add(order: FaultOrder): void {
    this.orders.push({ order, left: order.times ?? 1 });
  }

  clear(): void {
    this.orders.length = 0;
  }

  /** Takes the failure ordered for this call, if any. */
  take(method: string, chatId: number | undefined): FaultOrder | undefined {
    const index = this.orders.findIndex(({ order }) => fits(order, method, chatId));
    const entry = this.orders[index];
    if (!entry) return undefined;
    entry.left--;
    if (entry.left <= 0) this.orders.splice(index, 1);
    return entry.order;
  }
}

function fits(order: FaultOrder, method: string, chatId: number | undefined): boolean {
  const isMethod =
    order.method === undefined
      ? method !== 'getupdates'
      : order.method.toLowerCase() === method.toLowerCase();
  return isMethod && (order.chatId === undefined || order.chatId === chatId);
}

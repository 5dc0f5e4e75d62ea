/** An unencrypted visit counts for so long. */
export const rememberedMs = 7 * 86_400_000;
/** The most accounts that are remembered. The console need not count further. */
const most = 1_000;

/** Accounts that were used without encryption from outside private networks, and when. */
export class PlainPeople {
  /** The latest one comes last. */
  readonly #seenAt = new Map<string, number>();

  /** @param nowMs epoch ms */
  note(name: string, nowMs: number): void {
    this.#seenAt.delete(name);
    this.#seenAt.set(name, nowMs);
    if (this.#seenAt.size <= most) return;
    const [oldest] = this.#seenAt.keys();
    if (oldest !== undefined) this.#seenAt.delete(oldest);
  }

  /** @param nowMs epoch ms */
  count(nowMs: number): number {
    let count = 0;
    for (const at of this.#seenAt.values()) if (nowMs - at < rememberedMs) count += 1;
    return count;
  }
}

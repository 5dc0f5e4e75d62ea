import type { Clock } from '../../domain/instant.ts';
import type { LineApi } from '../../notify/channels/line/line-api.ts';

const keptMs = 3_600_000;
const maxKept = 2_000;
/** LINE waits two seconds for the answer to its post. */
const callLimitMs = 1_500;

/** The names of people and groups. LINE's events have ids only, so it is asked, and its answer kept. */
export class LineNames {
  readonly #api: LineApi;
  readonly #clock: Clock;
  readonly #kept = new Map<string, { readonly name: string; readonly until: number }>();

  constructor(api: LineApi, clock: Clock) {
    this.#api = api;
    this.#clock = clock;
  }

  /** `''`: LINE does not tell. */
  ofPerson(userId: string, groupId: string | undefined): Promise<string> {
    return this.#find(`${groupId ?? ''} ${userId}`, async () => {
      const profile = await this.#api.call(
        (client) =>
          groupId === undefined
            ? client.getProfile(userId)
            : client.getGroupMemberProfile(groupId, userId),
        callLimitMs,
      );
      return profile.displayName;
    });
  }

  /** `''`: LINE does not tell. */
  ofGroup(groupId: string): Promise<string> {
    return this.#find(groupId, async () => {
      const group = await this.#api.call((client) => client.getGroupSummary(groupId), callLimitMs);
      return group.groupName;
    });
  }

  async #find(key: string, ask: () => Promise<string>): Promise<string> {
    const now = this.#clock().monoMs;
    const known = this.#kept.get(key);
    if (known !== undefined && now < known.until) return known.name;
    const name = await ask().catch(() => known?.name ?? '');
    this.#kept.delete(key);
    this.#kept.set(key, { name, until: now + keptMs });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest);
    return name;
  }
}

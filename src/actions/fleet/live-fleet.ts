import { nextDeadlineMono } from '../../domain/fleet/device-state.ts';
import { RefusalLog } from '../../domain/fleet/refusals.ts';
import type { Link } from '../../domain/states.ts';
import type { DeviceConfig, LiveDevice } from './live-device.ts';

export type LinkCounts = Readonly<Record<Link, number>>;

interface HeapEntry {
  readonly atMono: number;
  readonly device: LiveDevice;
}

/**
 * Every device in memory, and a min-heap of the moments at which time alone may change one.
 *
 * Entries are re-inserted lazily: a heartbeat moves a device's deadline without touching the heap,
 * and an entry that comes due too early is pushed back. So a heartbeat costs O(1) and a sweep touches
 * only what is due.
 */
export class LiveFleet {
  /** Refused messages of strangers: one line for each address. */
  readonly strangers = new RefusalLog(100);
  /** Devices whose session died, until they are heard or judged. */
  readonly lostSessions = new Set<LiveDevice>();
  readonly #byId = new Map<string, LiveDevice>();
  readonly #byTokenHash = new Map<string, LiveDevice>();
  readonly #heap: HeapEntry[] = [];

  get size(): number {
    return this.#byId.size;
  }

  get(deviceId: string): LiveDevice | undefined {
    return this.#byId.get(deviceId);
  }

  getByTokenHash(tokenHash: string): LiveDevice | undefined {
    return this.#byTokenHash.get(tokenHash);
  }

  all(): IterableIterator<LiveDevice> {
    return this.#byId.values();
  }

  count(): LinkCounts {
    const counts = { online: 0, offline: 0, unknown: 0 };
    for (const { state } of this.all()) counts[state.link] += 1;
    return counts;
  }

  ids(): IterableIterator<string> {
    return this.#byId.keys();
  }

  add(device: LiveDevice): void {
    this.#byId.set(device.deviceId, device);
    this.#index(device);
    this.schedule(device);
  }

  /** Replaces the device's columns; open sessions are the caller's concern. */
  reconfigure(device: LiveDevice, config: DeviceConfig): void {
    this.#unindex(device);
    device.config = config;
    this.#index(device);
  }

  remove(device: LiveDevice): void {
    if (this.#byId.get(device.deviceId) !== device) return;
    this.#byId.delete(device.deviceId);
    this.lostSessions.delete(device);
    this.#unindex(device);
  }

  /** Must follow every change of a device's state that may have brought its deadline forward. */
  schedule(device: LiveDevice): void {
    const atMono = nextDeadlineMono(device.state);
    if (atMono === null || atMono >= device.scheduledMono) return;
    device.scheduledMono = atMono;
    this.#push({ atMono, device });
  }

  /** When the next entry comes due (monotonic ms), or null; it may turn out to be pushed back. */
  nextDueMono(): number | null {
    return this.#heap[0]?.atMono ?? null;
  }

  /** Takes out the devices whose deadline has truly come; each must be scheduled again afterwards. */
  takeDue(nowMono: number): LiveDevice[] {
    const due: LiveDevice[] = [];
    for (let top = this.#heap[0]; top !== undefined && top.atMono <= nowMono; top = this.#heap[0]) {
      this.#pop();
      const { device } = top;
      // Another, earlier entry of the same device has taken this one's place.
      if (top.atMono !== device.scheduledMono) continue;
      device.scheduledMono = Number.POSITIVE_INFINITY;
      if (this.#byId.get(device.deviceId) !== device) continue;
      const atMono = nextDeadlineMono(device.state);
      if (atMono === null) continue;
      if (atMono <= nowMono) due.push(device);
      else this.schedule(device);
    }
    return due;
  }

  #index(device: LiveDevice): void {
    for (const hash of tokenHashesOf(device)) this.#byTokenHash.set(hash, device);
  }

  #unindex(device: LiveDevice): void {
    for (const hash of tokenHashesOf(device)) {
      if (this.#byTokenHash.get(hash) === device) this.#byTokenHash.delete(hash);
    }
  }

  #push(entry: HeapEntry): void {
    const heap = this.#heap;
    let index = heap.length;
    heap.push(entry);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || above.atMono <= entry.atMono) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = entry;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const a = heap[left];
      if (a === undefined) break;
      const b = heap[left + 1];
      const child = b !== undefined && b.atMono < a.atMono ? b : a;
      if (child.atMono >= last.atMono) break;
      heap[index] = child;
      index = child === a ? left : left + 1;
    }
    heap[index] = last;
  }
}

function tokenHashesOf({ config: { tokenHash, nextTokenHash } }: LiveDevice): string[] {
  return [tokenHash, nextTokenHash].filter((hash) => hash !== null);
}

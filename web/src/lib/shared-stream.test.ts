import { describe, expect, test } from 'bun:test';
import type { LiveHandlers, ServerSentEvent } from './live-stream.ts';
import { openSharedStream, type Word } from './shared-stream.ts';

interface Tab {
  readonly name: string;
  /** Ids of the events it heard. */
  readonly heard: number[];
  /** The state it shows. */
  state: string;
  /** How often it was told to read everything again. */
  missed: number;
  /** Everything up to here it knows: was told of, or was told to read again. */
  knows: number;
  isVisible: boolean;
  /** Nothing of it runs, as of a page that the system has stopped without a word. */
  isStopped: boolean;
  isGone: boolean;
  life: { rest: () => void; wake: () => void; show: () => void };
  stop(): void;
  /** What other tabs said to it, and the server; not heard yet. */
  readonly inbox: (() => void)[];
  readonly unread: (() => void)[];
  take: ((word: Word) => void) | null;
  close(): void;
}

/** A browser with its tabs, a clock, and a server that counts its events. */
class Scene {
  readonly tabs: Tab[] = [];
  readonly #timers = new Set<{ at: number; tab: Tab; then: () => void }>();
  readonly #streams = new Map<LiveHandlers, Tab>();
  readonly random: () => number;
  nowMs = 0;
  /** Id of the latest event. */
  latest = 0;
  /** How often a stream was opened, and after which event. */
  readonly resumedAfter: string[] = [];
  #nextSign = 15_000;

  constructor(random: () => number = Math.random) {
    this.random = random;
  }

  /** Tabs that hold a stream now. */
  get holders(): Tab[] {
    return [...this.#streams.values()];
  }

  /** @param lastId what the tab shows is known up to there */
  open(hasChannel = true, lastId = ''): Tab {
    const tab: Tab = {
      name: `${this.tabs.length}`,
      heard: [],
      state: '',
      missed: 0,
      // What it shows it asks for as it is opened.
      knows: this.latest,
      isVisible: true,
      isStopped: false,
      isGone: false,
      life: { rest: () => {}, wake: () => {}, show: () => {} },
      stop() {
        this.isStopped = true;
      },
      inbox: [],
      unread: [],
      take: null,
      close: () => {},
    };
    this.tabs.push(tab);
    const stream = openSharedStream({
      name: 'live',
      lastId,
      open: (from, handlers) => this.#connect(tab, from, handlers),
      onEvent: ({ event, id }) => {
        if (event === 'hello') {
          tab.knows = Number(id);
          return;
        }
        tab.heard.push(Number(id));
        if (Number(id) === tab.knows + 1) tab.knows += 1;
      },
      onState: (state) => {
        tab.state = state;
      },
      onMissed: () => {
        tab.missed += 1;
        tab.knows = this.latest;
      },
      environment: {
        openChannel: (_name, take) => {
          if (!hasChannel) return null;
          tab.take = take;
          return {
            post: (word) => this.#post(tab, word),
            close: () => {
              tab.take = null;
              tab.inbox.length = 0;
            },
          };
        },
        wait: (ms, then) => {
          const timer = { at: this.nowMs + ms, tab, then };
          this.#timers.add(timer);
          return () => this.#timers.delete(timer);
        },
        random: this.random,
        isVisible: () => tab.isVisible,
        onLife: (life) => {
          tab.life = life;
          return () => {};
        },
      },
    });
    tab.close = () => stream.close();
    return tab;
  }

  /** Opens tabs, and waits until one of them leads. `other` is the first of `others`. */
  openAll(count: number): { leader: Tab; other: Tab; others: Tab[] } {
    const tabs = Array.from({ length: count }, () => this.open());
    this.pass(1_000);
    const [leader] = this.holders;
    const others = tabs.filter((tab) => tab !== leader);
    const [other] = others;
    if (leader === undefined || other === undefined) throw new Error('nobody leads');
    return { leader, other, others };
  }

  /** Something happens on the server. */
  happen(): void {
    this.latest += 1;
    const event = { event: 'event', data: '', id: `${this.latest}` };
    this.#send((handlers) => give(handlers, event));
    this.settle();
  }

  pass(ms: number): void {
    const end = this.nowMs + ms;
    for (;;) {
      this.settle();
      const due = [...this.#timers]
        .filter(({ at, tab }) => at <= end && !tab.isStopped)
        .sort((a, b) => a.at - b.at)[0];
      const next = Math.min(due?.at ?? end, this.#nextSign, end);
      this.nowMs = Math.max(this.nowMs, next);
      if (this.#nextSign <= this.nowMs) this.#keepAlive();
      else if (due !== undefined && due.at <= this.nowMs) {
        this.#timers.delete(due);
        due.then();
      } else return;
    }
  }

  /** The tab ends without a word. */
  crash(tab: Tab): void {
    tab.isGone = true;
    tab.take = null;
    for (const timer of this.#timers) if (timer.tab === tab) this.#timers.delete(timer);
    for (const [handlers, owner] of this.#streams) {
      if (owner === tab) this.#streams.delete(handlers);
    }
  }

  leave(tab: Tab): void {
    tab.isGone = true;
    tab.close();
  }

  /** The system lets it run again: what it was sent meanwhile comes first. */
  resume(tab: Tab): void {
    tab.isStopped = false;
    this.settle();
  }

  /** Hands over what was said, in any order but that of each queue. */
  settle(): void {
    for (;;) {
      const queues = this.tabs
        .filter(({ isStopped, isGone }) => !isStopped && !isGone)
        .flatMap(({ inbox, unread }) => [inbox, unread])
        .filter((queue) => queue.length > 0);
      const next = queues[Math.floor(this.random() * queues.length)]?.shift();
      if (next === undefined) return;
      next();
    }
  }

  #connect(tab: Tab, lastId: string, handlers: LiveHandlers) {
    this.resumedAfter.push(lastId);
    handlers.onState('connecting');
    this.#streams.set(handlers, tab);
    handlers.onState('live');
    // A new listener hears first how everything stands.
    if (lastId === '') give(handlers, { event: 'hello', data: '', id: `${this.latest}` });
    const first = lastId === '' ? this.latest + 1 : Number(lastId) + 1;
    for (let id = first; id <= this.latest; id += 1) {
      give(handlers, { event: 'event', data: '', id: `${id}` });
    }
    return { close: () => void this.#streams.delete(handlers) };
  }

  #post(from: Tab, word: Word): void {
    for (const tab of this.tabs) {
      const { take } = tab;
      if (tab !== from && take !== null) tab.inbox.push(() => take(word));
    }
  }

  #keepAlive(): void {
    this.#nextSign += 15_000;
    const id = `${this.latest}`;
    this.#send((handlers) => handlers.onRead(id));
  }

  /** What a tab does not read waits on its line. */
  #send(read: (handlers: LiveHandlers) => void): void {
    for (const [handlers, tab] of this.#streams) {
      tab.unread.push(() => {
        if (this.#streams.has(handlers)) read(handlers);
      });
    }
  }
}

function give(handlers: LiveHandlers, event: ServerSentEvent): void {
  handlers.onEvent(event);
  handlers.onRead(event.id);
}

/** Numbers below 1 that look random, and are the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('tabs of one browser', () => {
  test('share one stream, and each hears every event once', () => {
    const scene = new Scene();
    const tabs = Array.from({ length: 20 }, () => scene.open());
    scene.pass(1_000);
    expect(scene.holders.length).toBe(1);
    for (let count = 0; count < 3; count += 1) scene.happen();
    expect(tabs.map(({ heard }) => heard)).toEqual(Array(20).fill([1, 2, 3]));
    expect(new Set(tabs.map(({ state }) => state))).toEqual(new Set(['live']));
  });

  test('one that comes later reads what it shows again, and opens no stream of its own', () => {
    const scene = new Scene();
    scene.open();
    scene.pass(1_000);
    const later = scene.open();
    scene.pass(1_000);
    expect(scene.holders.length).toBe(1);
    expect([later.state, later.missed]).toEqual(['live', 1]);
    expect(scene.resumedAfter.length).toBe(1);
  });

  test('one that is alone asks once more as its stream opens: something may have happened since it loaded', () => {
    const scene = new Scene();
    const only = scene.open();
    scene.pass(60_000);
    scene.happen();
    expect([only.state, only.missed, only.heard]).toEqual(['live', 1, [1]]);
  });

  test('one that knows where the stream goes on from what it shows hears the rest, and asks nothing again', () => {
    const scene = new Scene();
    scene.happen();
    const only = scene.open(true, '1');
    scene.happen();
    scene.pass(60_000);
    scene.happen();
    expect([only.state, only.missed, only.heard]).toEqual(['live', 0, [2, 3]]);
    // Where another leads already, it does not know what that one heard.
    const later = scene.open(true, '3');
    scene.pass(1_000);
    expect([later.missed, scene.resumedAfter]).toEqual([1, ['1']]);
  });

  test.each([
    ['is closed', (scene: Scene, leader: Tab) => scene.leave(leader), 300],
    ['is put to rest', (_: Scene, leader: Tab) => leader.life.rest(), 300],
    ['crashes', (scene: Scene, leader: Tab) => scene.crash(leader), 22_000],
    ['stops without a word', (_: Scene, leader: Tab) => leader.stop(), 22_000],
  ])('when the leader %s, another takes over where it was', (_, end, withinMs) => {
    const scene = new Scene();
    const { leader, others } = scene.openAll(3);
    scene.happen();
    end(scene, leader);
    scene.settle();
    // Nobody holds a stream just then.
    scene.latest += 1;
    scene.pass(withinMs);
    scene.happen();
    expect(scene.holders.filter((tab) => tab !== leader).length).toBe(1);
    expect(scene.resumedAfter.at(-1)).toBe('1');
    for (const { heard, missed, state } of others) {
      expect([heard, state]).toEqual([[1, 2, 3], 'live']);
      expect(missed).toBeGreaterThan(0);
    }
  });

  test.each([1, 2, 3, 4, 5])('a leader that comes to itself again gives way (seed %d)', (seed) => {
    const scene = new Scene(seeded(seed));
    const { leader, other } = scene.openAll(2);
    leader.stop();
    scene.pass(25_000);
    scene.happen();
    scene.resume(leader);
    scene.pass(25_000);
    scene.happen();
    expect(scene.holders).toEqual([other]);
    expect([leader.state, leader.knows]).toEqual(['live', 2]);
    expect(other.heard).toEqual([1, 2]);
  });

  test('one that is looked at does not wait for a leader that fell silent', () => {
    const scene = new Scene();
    const { leader, other } = scene.openAll(2);
    leader.stop();
    other.life.show();
    scene.pass(1_300);
    expect(scene.holders).toContain(other);
  });

  test('a leader that answers keeps the lead, whoever looks', () => {
    const scene = new Scene();
    const { leader, other } = scene.openAll(2);
    other.life.show();
    scene.pass(5_000);
    expect(scene.holders).toEqual([leader]);
    expect(scene.resumedAfter.length).toBe(1);
  });

  test('of those left behind, one that is looked at takes over', () => {
    const scene = new Scene();
    const { leader, other, others } = scene.openAll(6);
    for (const tab of others) tab.isVisible = tab === other;
    scene.leave(leader);
    scene.pass(1_000);
    expect(scene.holders).toEqual([other]);
  });

  test('one that comes back from its rest learns what it missed', () => {
    const scene = new Scene();
    const { other: sleeper } = scene.openAll(2);
    sleeper.life.rest();
    scene.happen();
    expect(sleeper.knows).toBe(0);
    sleeper.life.wake();
    scene.pass(1_000);
    expect([sleeper.knows, sleeper.state]).toEqual([1, 'live']);
  });

  test('where tabs cannot speak to each other, each has its own', () => {
    const scene = new Scene();
    const tabs = [scene.open(false), scene.open(false)];
    scene.happen();
    expect(scene.holders).toEqual(tabs);
    expect(tabs.map(({ heard }) => heard)).toEqual([[1], [1]]);
    scene.leave(tabs[0] as Tab);
    expect(scene.holders).toEqual(tabs.slice(1));
  });
});

test.each(Array.from({ length: 60 }, (_, seed) => seed))(
  'however tabs come and go, one holds the stream and all know everything (seed %d)',
  (seed) => {
    const random = seeded(seed);
    const scene = new Scene(random);
    const pick = (tabs: readonly Tab[]) => tabs[Math.floor(random() * tabs.length)];
    const resting = new Set<Tab>();
    for (let step = 0; step < 120; step += 1) {
      const there = scene.tabs.filter(({ isGone }) => !isGone);
      const tab = pick(there);
      const what = random();
      if (tab === undefined || what < 0.15) scene.open();
      else if (what < 0.2) scene.leave(tab);
      else if (what < 0.25) scene.crash(tab);
      else if (what < 0.3) tab.stop();
      else if (what < 0.4) scene.resume(tab);
      else if (what < 0.45 && !tab.isStopped) {
        tab.life.rest();
        resting.add(tab);
      } else if (what < 0.55 && !tab.isStopped) {
        tab.life.wake();
        resting.delete(tab);
      } else if (what < 0.65) {
        tab.isVisible = !tab.isVisible;
        if (tab.isVisible && !tab.isStopped) tab.life.show();
      } else if (what < 0.8) scene.happen();
      else scene.pass(random() * 30_000);
    }
    for (const tab of scene.tabs) scene.resume(tab);
    scene.pass(90_000);
    scene.happen();
    const awake = scene.tabs.filter((tab) => !tab.isGone && !resting.has(tab));
    expect(scene.holders.length).toBe(awake.length === 0 ? 0 : 1);
    for (const { name, knows, state } of awake) {
      expect([name, knows, state]).toEqual([name, scene.latest, 'live']);
    }
  },
);

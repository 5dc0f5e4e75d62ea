/** Who is in the demonstration, and what happens when. Places, not people; times in seconds. */

import { writeScript } from '../../src/cli/simulate/fault-script.ts';
import type { OutageKind } from '../../src/cli/simulate/outage-option.ts';
import { type DevicePlan, endOfPlan } from '../../src/cli/simulate/plan.ts';
import { Prng } from '../../src/domain/prng.ts';
import type { Language } from '../../src/domain/states.ts';

interface DemoSite {
  readonly name: string;
  readonly hasMainsSense: boolean;
  readonly outage: { readonly kind: OutageKind; readonly start: number; readonly end: number };
}

export interface DemoCustomer {
  readonly name: string;
  /** E.164; invented. */
  readonly phone: string;
  readonly language: Language;
  readonly sites: readonly DemoSite[];
}

const coffee = 'ร้านกาแฟริมน้ำ';
const coldRoom = 'ห้องเย็น ตลาดเช้า';
const pharmacy = 'Corner Pharmacy';
const library = 'Town Library';
const workshop = 'Bicycle Workshop';

export const demoCustomers: readonly DemoCustomer[] = [
  {
    name: coffee,
    phone: '+66990000101',
    language: 'th',
    sites: [
      {
        name: coffee,
        hasMainsSense: true,
        outage: { kind: 'mains-sensed', start: 4, end: 70 },
      },
      {
        name: coldRoom,
        hasMainsSense: true,
        outage: { kind: 'flapping', start: 54, end: 74 },
      },
    ],
  },
  {
    name: pharmacy,
    phone: '+66990000102',
    language: 'en',
    sites: [
      {
        name: pharmacy,
        hasMainsSense: false,
        outage: { kind: 'mains', start: 12, end: 77 },
      },
      {
        name: library,
        hasMainsSense: false,
        outage: { kind: 'network', start: 26, end: 64 },
      },
      {
        name: workshop,
        hasMainsSense: false,
        outage: { kind: 'crash-loop', start: 38, end: 84 },
      },
    ],
  },
  {
    name: 'Garden Village',
    phone: '+66990000103',
    language: 'en',
    sites: ['Garden Village 1', 'Garden Village 2', 'บ้านสวน ซอย 3', 'บ้านสวน ซอย 4'].map(
      (name, index) => ({
        name,
        hasMainsSense: index % 2 === 0,
        outage: { kind: 'area', start: 88, end: 120 },
      }),
    ),
  },
];

/** Something that is said, and what is done a moment later besides the outages themselves. */
export interface Scene {
  readonly at: number;
  readonly text: string;
  /** Acknowledge this site's outage, as its owner would. */
  readonly acknowledge?: string;
}

/** The site whose owner is reminded and then acknowledges. */
export const acknowledgedSite = coffee;

export const scenes: readonly Scene[] = [
  {
    at: 2,
    text: `Power fails at ${coffee}. Its board has a battery: it lives on and reports the loss at once. The alert goes out after the owner's threshold, here 5 s.`,
  },
  {
    at: 10,
    text: `Power fails at ${pharmacy}. Its board has no battery and dies without a word: only its silence can tell, within 30 s. The alert will say what is known, "contact lost".`,
  },
  {
    at: 24,
    text: `At ${library} the router is unplugged; the board keeps its power. From the server's side that looks exactly the same, for now.`,
  },
  {
    at: 32,
    text: `Nobody at ${coffee} has answered the alert yet: a reminder follows every 30 s until somebody does.`,
  },
  {
    at: 36,
    text: `The firmware at ${workshop} panics, restarts and panics again: new boot ids, but no power failure.`,
  },
  {
    at: 43,
    text: `Somebody at ${coffee} presses "Acknowledge": no more reminders.`,
    acknowledge: coffee,
  },
  {
    at: 52,
    text: `The mains at ${coldRoom} flickers: on and off, several times. That is one outage, not many.`,
  },
  {
    at: 62,
    text: `The router at ${library} is plugged in again: the board returns with the same boot id, so power never failed there.`,
  },
  {
    at: 68,
    text: `Power is back at ${coffee}. It must be steady for a minute before anybody is told that it is.`,
  },
  {
    at: 75,
    text: `Power is back at ${pharmacy}: the board boots with a new boot id, and so proves that it was the mains.`,
  },
  { at: 82, text: `The firmware at ${workshop} runs again, and says that it had panicked.` },
  {
    at: 86,
    text: 'The whole of Garden Village loses power within seconds. Devices that fall together share a message.',
  },
  {
    at: 118,
    text: 'Power returns to Garden Village. What follows now are the recoveries, each a minute after its power, with the real times.',
  },
];

/** The devices of the story, in the order of customers and sites. */
export function planStory(): DevicePlan[] {
  return demoCustomers
    .flatMap((customer) => customer.sites)
    .map(({ hasMainsSense, outage }, index) => {
      const deviceId = `fw-02de30${index.toString(16).padStart(6, '0')}`;
      const { kind, start, end } = outage;
      const startMs = start * 1000;
      const endMs = end * 1000;
      const prng = new Prng(`demo/${deviceId}`);
      return {
        deviceId,
        deviceType: hasMainsSense ? 't-display' : 's2-mini',
        hasMainsSense,
        seed: `demo/${deviceId}`,
        outages: [
          {
            kind,
            startMs,
            endMs,
            steps: writeScript(kind, startMs, endMs - startMs, hasMainsSense, prng),
          },
        ],
      };
    });
}

/** When everything that happens by itself has happened, in ms: the last return, then a minute. */
export function endOfStoryMs(): number {
  return endOfPlan(planStory()) + 60_000;
}

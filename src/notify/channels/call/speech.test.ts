import { describe, expect, test } from 'bun:test';
import type { SiteNumber } from '../../../domain/devices/site-number.ts';
import { languages } from '../../../domain/states.ts';
import { encodeMuLaw, sampleRate } from '../../../domain/wav.ts';
import type { ToldOutage } from '../../channel.ts';
import { pieceTexts, type Said } from './piece-texts.ts';
import { speakAlert, speakCode, speakEnd, speakNumber, testSpeech } from './speech.ts';
import { Voice } from './voice.ts';

const timezone = 'Asia/Bangkok';
/** 2026-11-28 at 02:05 in Bangkok. */
const downAt = Date.parse('2026-11-28T02:05:00+07:00');

const lost = (told: Partial<ToldOutage> = {}): ToldOutage => ({
  ...{ kind: 'alert', outageId: 1, deviceId: 'd', siteName: 'Pond', cause: 'mains', downAt },
  ...{ recoverAt: null, acknowledgedAt: null, isAnnounced: false, ...told },
});

/** Names that owners have spoken stand in brackets. */
const words = (said: readonly Said[], language: 'en' | 'th') =>
  said
    .map((one) =>
      typeof one === 'string'
        ? (pieceTexts[language] as Record<string, string>)[one]
        : `[${one.nameOf}]`,
    )
    .join(' ');

/** Sites of which nobody has spoken the name. */
const unnamed = (site: SiteNumber | null) => ({
  numberOf: () => site,
  isSpoken: () => false,
  secondsOf: () => 0,
});

test('says what is lost, where, since when, and what the keys do', () => {
  const pieces = speakAlert(
    [lost()],
    'en',
    unnamed({ number: 1, count: 1 }),
    downAt + 60_000,
    timezone,
  );
  expect(words(pieces, 'en')).toBe(
    'Fie watch. Mains power is lost at your site, since two oh five A M. ' +
      'Press one if you have heard, two for the next person, nine for quiet tonight.',
  );
});

test('names one of several sites by its number, and counts the others', () => {
  const others = Array.from({ length: 3 }, () => lost());
  const site = unnamed({ number: 21, count: 30 });
  const pieces = speakAlert([lost({ cause: 'silent' }), ...others], 'th', site, downAt, timezone);
  expect(words(pieces, 'th')).toBe(
    'ไฟวอตช์ ขาดการติดต่อ ที่จุดที่ ยี่สิบ เอ็ด ตั้งแต่ สอง นาฬิกา ห้า นาที และอีก สาม จุด ' +
      'ได้ยินแล้วกดหนึ่ง คนถัดไปกดสอง คืนนี้งดโทรกดเก้า',
  );
});

test('says what is back, where, since when, and asks for no key', () => {
  const back = { recoverAt: downAt + 3_600_000 } as const;
  const site = unnamed({ number: 2, count: 2 });
  const say = (told: Partial<ToldOutage>, language: 'en' | 'th') =>
    words(
      speakEnd([lost({ ...back, ...told }), lost(back)], language, site, downAt, timezone),
      language,
    );
  expect(say({}, 'en')).toBe(
    'Fie watch. Mains power is back at your site number two since three oh five A M. and one more site.',
  );
  expect(say({ cause: 'silent' }, 'th')).toBe(
    'ไฟวอตช์ ติดต่อได้แล้ว ที่จุดที่ สอง ตั้งแต่ สาม นาฬิกา ห้า นาที และอีก หนึ่งจุด',
  );
});

test.each([
  ['2026-11-28T00:00:00+07:00', "since twelve o'clock A M."],
  ['2026-11-28T12:30:00+07:00', 'since twelve thirty P M.'],
  ['2026-11-27T23:41:00+07:00', 'since yesterday, eleven forty one P M.'],
  ['2026-11-26T23:59:00+07:00', 'for two days.'],
  ['2026-10-01T00:00:00+07:00', 'for fifty eight days.'],
])('since %s', (at, said) => {
  const now = Date.parse('2026-11-28T23:59:00+07:00');
  const pieces = speakAlert([lost({ downAt: Date.parse(at) })], 'en', unnamed(null), now, timezone);
  expect(words(pieces, 'en')).toContain(`at one of your sites, ${said} Press`);
});

test('a moment in the future, after the clock was set back, is said as it is', () => {
  const tomorrow = lost({ downAt: downAt + 86_400_000 });
  const pieces = speakAlert([tomorrow], 'en', unnamed(null), downAt, timezone);
  expect(words(pieces, 'en')).toContain('since two oh five');
});

test.each([
  [0, 'zero', 'ศูนย์'],
  [1, 'one', 'หนึ่ง'],
  [10, 'ten', 'สิบ'],
  [11, 'eleven', 'สิบ เอ็ด'],
  [20, 'twenty', 'ยี่สิบ'],
  [99, 'ninety nine', 'เก้าสิบ เก้า'],
])('the number %d', (number, en, th) => {
  expect(words(speakNumber(number, 'en'), 'en')).toBe(en);
  expect(words(speakNumber(number, 'th'), 'th')).toBe(th);
});

test('a code is said digit by digit', () => {
  expect(words(speakCode('402917'), 'en')).toBe(
    'Fie watch. Your code is four zero two nine one seven If you did not ask for it, press nine.',
  );
});

describe.each(languages)('every sentence in %s', (language) => {
  const voice = new Voice(null);
  const nameOf = (seconds: number) => encodeMuLaw(new Int16Array(seconds * sampleRate));
  const named = new Voice(null, undefined, (deviceId) =>
    deviceId === 'number' ? null : nameOf(Number(deviceId)),
  );
  const sites = {
    numberOf: () => ({ number: 99, count: 100 }),
    isSpoken: (deviceId: string) => deviceId !== 'number',
    secondsOf: (said: readonly Said[]) => named.secondsOf(language, said),
  };
  const yesterday = Date.parse('2026-11-27T11:57:00+07:00');
  /** @param seconds of the names of sites; null: it has none */
  const tell = (seconds: readonly (number | null)[]) => {
    const [first = lost(), ...rest] = seconds.map((length) =>
      lost({ downAt: yesterday, deviceId: `${length ?? 'number'}` }),
    );
    return speakAlert([first, ...rest], language, sites, downAt, timezone);
  };

  test('says names of several sites while they fit, and counts the rest', () => {
    const rest = (count: number) => words(speakNumber(count, language), language);
    const said = words(tell([1, null, 0.5, null]), language);
    expect(said).toContain('[1] [0.5] ');
    expect(said).toContain(rest(2));
    const many = tell([0.5, 0.3, 0.3, 0.3, 0.3, 0.3]).filter((one) => typeof one !== 'string');
    expect([3, 4]).toContain(many.length);
    expect(words(tell([null, 0.5]), language)).toMatch(/ \[0\.5\] /);
    // A long one of another site is not worth the time.
    expect(words(tell([3, 5]), language)).not.toContain('[5]');
    const longest = [[5], [5, ...Array(98).fill(null)], [1, 1, 1, 1, 1], [2, 2, 2]].map((seconds) =>
      sites.secondsOf(tell(seconds)),
    );
    expect(Math.max(...longest)).toBeLessThanOrEqual(15);
  });

  test('lasts 15 seconds at most with the longest name; then 9 is not named, and 2, but always 1', () => {
    const lengths = new Map<string, number>();
    const lengthOf = (one: Said) => {
      const key = JSON.stringify(one);
      const known = lengths.get(key) ?? named.secondsOf(language, [one]);
      lengths.set(key, known);
      return known;
    };
    const secondsOf = (said: readonly Said[]) => said.reduce((sum, one) => sum + lengthOf(one), 0);
    const now = Date.parse('2026-11-29T00:00:00+07:00') - 60_000;
    let longest = 0;
    for (const seconds of [3, 5]) {
      for (let minute = 0; minute < 2 * 1440; minute += 1) {
        for (const others of [0, 3, 77, 99]) {
          const at = { downAt: now - minute * 60_000 };
          const cause = minute % 2 === 0 ? 'silent' : 'mains';
          const rest = Array.from({ length: others }, () => lost({ deviceId: 'number' }));
          const first = lost({ ...at, cause, deviceId: `${seconds}` });
          const told = { ...sites, secondsOf };
          const said = speakAlert([first, ...rest], language, told, now, timezone);
          longest = Math.max(longest, secondsOf(said));
          expect(said).toContain('press_1');
          // What is usual has time for all keys.
          if (seconds === 3 && others <= 3 && minute < 1440) expect(said).toContain('press_9');
        }
      }
    }
    expect(longest).toBeLessThanOrEqual(15);
    expect(longest).toBeGreaterThan(14.9);
  });

  test('has all its recordings, and lasts 15 seconds at most', () => {
    const now = Date.parse('2026-11-29T00:00:00+07:00');
    const lasts = (pieces: readonly Said[]) => voice.secondsOf(language, pieces);
    let longest = Math.max(lasts(testSpeech), lasts(speakCode('777777')));
    const sites = [null, { number: 1, count: 1 }];
    for (let number = 1; number <= 100; number += 1) sites.push({ number, count: 100 });
    const times: number[] = [];
    for (let minute = 0; minute < 2 * 1440; minute += 1) times.push(now - minute * 60_000);
    for (let day = 2; day < 120; day += 1) times.push(now - day * 86_400_000);
    const say = (at: number, site: (typeof sites)[number], others: number) => {
      const rest = Array.from({ length: others }, () => lost());
      const first = lost({ downAt: at, cause: at % 2 === 0 ? 'silent' : 'mains' });
      longest = Math.max(
        longest,
        lasts(speakAlert([first, ...rest], language, unnamed(site), now, timezone)),
      );
    };
    for (const at of times) say(at, { number: 99, count: 100 }, 88);
    for (const site of sites) say(now, site, 0);
    for (let others = 0; others <= 101; others += 1) say(now, null, others);
    expect(longest).toBeLessThanOrEqual(15);
    expect(longest).toBeGreaterThan(8);
  }, 30_000);
});

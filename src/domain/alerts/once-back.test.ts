import { expect, test } from 'bun:test';
import { heldBecause } from './messages/outage.ts';
import { type EndedLoss, needless, type WaitingWord, whyNeedless } from './once-back.ts';

const now = 1_800_000_000_000;
const second = 1_000;
const day = 86_400 * second;

/** An alert whose loss ended ten seconds ago and lasted a minute, with a threshold of five seconds. */
const alert: WaitingWord = {
  kind: 'alert',
  dueAt: now - 65 * second,
  nextAttemptAt: now,
  delayMs: 0,
  isTried: false,
  reason: null,
};
const loss: EndedLoss = {
  downAt: now - 70 * second,
  recoverAt: now - 10 * second,
  thresholdMs: 5 * second,
  mutedUntil: null,
};
const muted = { mutedUntil: now + 60 * second };
const later = { dueAt: now + 60 * second, nextAttemptAt: now + 60 * second };

test.each<[string, Partial<WaitingWord>, Partial<EndedLoss>, string | null]>([
  ['an alert that was due tells of both', {}, {}, null],
  ['so does one that was held back, as its end might have been next', later, {}, null],
  ['one below the threshold is not told', {}, { recoverAt: now - 66 * second }, needless.short],
  [
    'nor is it when it was heard of late',
    { dueAt: now + second },
    { recoverAt: now - 66 * second },
    needless.short,
  ],
  [
    'one that may have arrived is followed up',
    { isTried: true },
    { recoverAt: now - 66 * second },
    null,
  ],
  ['a reminder is not', { kind: 'reminder' }, {}, needless.over],
  ['the next contact is not told', { ...later, delayMs: 60 * second }, {}, needless.over],
  ['nor what a mute holds', later, muted, needless.over],
  ['nor what maintenance holds', { ...later, reason: heldBecause.planned }, {}, needless.over],
  [
    'nor what is older than a day',
    {},
    { downAt: now - 2 * day, recoverAt: now - 1.5 * day },
    needless.old,
  ],
])('%s', (_, word, ended, reason) => {
  expect(whyNeedless({ ...alert, ...word }, { ...loss, ...ended }, now)).toBe(reason);
});

import { expect, test } from 'bun:test';
import {
  makeCustomer,
  makeDevice,
  makeTestMonitor,
  testStart,
} from '../../tests/support/monitor.ts';
import type { Cause } from '../domain/states.ts';
import { insertOutage } from '../store/alerts/outages.ts';
import type { Conversation } from './chat.ts';
import { describeMonth } from './month-report.ts';
import { PendingMoves } from './pending-moves.ts';
import { botTexts } from './texts/catalogue.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const timezone = 'Asia/Bangkok';

test('/report counts power outages apart from other causes, by days of the time zone', async () => {
  const monitor = makeTestMonitor();
  const customerId = makeCustomer(monitor);
  const device = makeDevice(monitor, { customerId });
  const add = (cause: Cause, downAt: number, recoverAt: number | null): void => {
    insertOutage(monitor.store, {
      deviceRow: device.row,
      customerId,
      cause,
      downAt,
      startKnown: 'reported',
      detectedAt: downAt,
      recoverAt,
      confirmedAt: recoverAt,
      flaps: 0,
    });
  };
  const monthStart = Date.parse('2026-01-01T00:00:00+07:00');
  add('mains', monthStart - 30 * minuteMs, monthStart + 90 * minuteMs);
  add('mains', monthStart + 2 * dayMs, monthStart + 2 * dayMs + 40 * minuteMs);
  add('network', monthStart + 3 * dayMs, monthStart + 4 * dayMs);
  add('network', monthStart + 5 * dayMs, monthStart + 6 * dayMs);
  add('silent', monthStart + 7 * dayMs, monthStart + 8 * dayMs);
  add('silent', testStart - 20 * minuteMs, null);
  const conversation: Pick<Conversation, 'texts' | 'language' | 'now'> = {
    language: 'en',
    texts: botTexts.en,
    now: monitor.clock(),
  };
  const environment = {
    ...{ monitor, timezone, chosenLanguages: new Map() },
    ...{ moves: new PendingMoves(), commands: [] },
  };
  const { reportHeading, reportSummary, reportOpenSilent, reportOthers, otherCause } = botTexts.en;
  const text = await describeMonth(environment, conversation, { customerId, recipientId: 0 });
  expect(text.split('\n')).toEqual([
    reportHeading('January 2026'),
    ...reportSummary(2, '2 h 30 min', '1 h 30 min').split('\n'),
    reportOpenSilent(1),
    reportOthers(`${otherCause.network(2)}, ${otherCause.silent(1)}`),
  ]);
});

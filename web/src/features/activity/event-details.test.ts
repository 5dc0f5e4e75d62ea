import { beforeAll, describe, expect, test } from 'bun:test';
import i18next, { type i18n } from 'i18next';
import type { PortalEvent } from '../../../../src/contract/devices/portal.ts';
import type { Language } from '../../lib/language.ts';
import en from '../../locales/en.json';
import th from '../../locales/th.json';
import { describeEvent } from './event-details.ts';

let words: i18n;

beforeAll(async () => {
  words = i18next.createInstance();
  await words.init({
    resources: { th: { translation: th }, en: { translation: en } },
    interpolation: { escapeValue: false },
  });
});

function say(type: PortalEvent['event_type'], details: object | string, language: Language = 'en') {
  const text = typeof details === 'string' ? details : JSON.stringify(details);
  const t = words.getFixedT(language);
  return describeEvent({ event_type: type, details: text }, t, language).join(' · ');
}

const signal = { rssi: -61, ssid: 'ShopWiFi' };

describe('the details of an event in words', () => {
  test('a heartbeat: how many, how strong the signal, and which Wi-Fi', () => {
    expect(say('HEARTBEAT', { count: 1360, ...signal })).toBe(
      '1,360 received · Good signal (-61 dBm) · Wi-Fi “ShopWiFi”',
    );
    expect(say('HEARTBEAT', { count: 360, ...signal }, 'th')).toBe(
      'ได้รับ 360 ครั้ง · สัญญาณดี (-61 dBm) · Wi-Fi “ShopWiFi”',
    );
  });

  test.each([
    [-40, 'Strong'],
    [-60, 'Strong'],
    [-61, 'Good'],
    [-70, 'Good'],
    [-80, 'Fair'],
    [-81, 'Weak'],
    [-120, 'Weak'],
  ])('a signal of %d dBm is %s', (rssi, quality) => {
    expect(say('RECOVER', { rssi })).toBe(`${quality} signal (${rssi} dBm)`);
  });

  test('in contact again: why the board started, if it did, and the signal', () => {
    expect(say('ONLINE', { reset_reason: 'power_on', ssid: 'ShopWiFi' })).toBe(
      'Started when power came on · Wi-Fi “ShopWiFi”',
    );
    expect(say('ONLINE', { reset_reason: 'watchdog' })).toBe(
      'Restarted after a fault of the device',
    );
    expect(say('ONLINE', { reset_reason: 'toString' })).toBe('');
  });

  test('contact lost: the signal before the loss', () => {
    expect(say('OUTAGE', signal)).toBe('Before the loss: Good signal (-61 dBm) · Wi-Fi “ShopWiFi”');
    expect(say('OUTAGE', {})).toBe('');
  });

  test('silence that a board announced is told as what it is', () => {
    const sleep = 'battery_low';
    expect(say('OFFLINE', {})).toBe('Went silent while an outage was going on');
    expect(say('OFFLINE', { sleep })).toBe('Battery low: the board sleeps until power is back');
    expect(say('OUTAGE', { sleep }, 'th')).toBe('แบตเตอรี่ใกล้หมด บอร์ดหลับจนกว่าไฟจะกลับมา');
    // A value that this page does not know.
    expect(say('OFFLINE', { sleep: 'eclipse' })).toBe('Went silent while an outage was going on');
  });

  test('a loss that was only learned of later says so', () => {
    expect(say('DOWN', { inferred: true })).toBe('Learned afterwards, when the device came back');
    expect(say('DOWN', {})).toBe('');
  });

  test('acknowledged: by whom, and by a customer where nobody is named', () => {
    expect(say('ACKNOWLEDGE', { customer_name: 'Nok' })).toBe('by Nok');
    expect(say('ACKNOWLEDGE', { customer_name: 'customer' })).toBe('by customer');
    expect(say('ACK_RECOVER', {})).toBe('by customer');
    expect(say('ACKNOWLEDGE', { customer_name: 'customer' }, 'th')).toBe('โดย ลูกค้า');
  });

  test('settings: what they are now, and who changed them', () => {
    expect(
      say('CONFIG_CHANGE', {
        customer_name: 'Nok',
        site_name: 'Corner shop',
        alert_enabled: true,
        downtime_threshold_seconds: 90,
        reminder_interval_seconds: 600,
        alert_on_recovery: 0,
      }),
    ).toBe(
      'New name “Corner shop” · Alerts switched on · First alert after 1 min 30 s · Reminders every 10 min · Not told when power is back · by Nok',
    );
    expect(say('CONFIG_CHANGE', { muted_until: null, customer_name: 'admin' })).toBe(
      'No longer muted · by operator',
    );
    expect(say('CONFIG_CHANGE', { muted_until: '2026-11-20T19:10:00.000Z' })).toBe(
      'Muted until 21 Nov 2026 02:10 · by customer',
    );
    expect(say('CONFIG_CHANGE', { transferred: true }, 'th')).toBe('โอนมาเป็นของคุณ · โดย ลูกค้า');
  });

  test('enrolment: the firmware', () => {
    expect(say('REGISTER', { firmware_version: '1.0.0' })).toBe('Firmware 1.0.0');
  });

  test('details that make no sense are left out', () => {
    for (const details of ['', 'null', '[1]', '{"rssi":"loud","count":{},"ssid":7}']) {
      expect(say('HEARTBEAT', details)).toBe('');
    }
  });
});

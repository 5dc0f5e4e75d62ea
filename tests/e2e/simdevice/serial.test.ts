/** The serial line as somebody with a terminal meets it: from a board fresh out of its bag. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { waitFor } from '../wait-for.ts';
import { makeKey, phone } from './key.ts';
import { ServedSite } from './served-site.ts';
import { SimDevice } from './sim-device.ts';

let site: ServedSite;
beforeAll(async () => {
  site = await ServedSite.start();
}, 60_000);
afterAll(() => site?.[Symbol.asyncDispose]());

test.concurrent('configured line by line from nothing, it enrols and is seen online, and again after a restart', async () => {
  const network = 'ร้าน = กาแฟ ☕';
  await using device = await SimDevice.start({
    args: ['--board', 's2-test', '--wifi', `${network}:pass=word one`],
  });
  const { serial } = device;
  const key = site.takeKey();
  const lines = [
    [`wifi_ssid=${network}`, 'OK wifi_ssid'],
    ['wifi_pass=pass=word one', 'OK wifi_pass'],
    [`activation_key=${key.replaceAll('-', ' ').toLowerCase()}`, 'OK activation_key'],
    [`customer_phone=${phone}`, 'OK customer_phone'],
    ['device_type=esp32-s2-test', 'OK device_type'],
    [`server_url=${site.server.url}/`, 'OK server_url'],
    ['mains_input=none', 'OK mains_input'],
    ['save_config', 'OK save_config Configuration saved'],
  ] as const;
  for (const [line, answer] of lines) expect(await serial.ask(line)).toBe(answer);
  await serial.expectLine(/^\* WiFi connected: \d+\./, 10_000);
  await serial.expectLine(/^\* Server: enrolled$/, 10_000);
  await serial.expectLine(/^\* Server: online over MQTT$/, 10_000);
  await waitFor('device online', () => site.readDevice(device)?.link === 'online');

  expect(await serial.ask('show_config')).toBe('OK show_config');
  const shown = serial.lines.slice(-20);
  expect(shown).toContain(`- wifi_ssid: ${network}`);
  expect(shown).toContain('- wifi_pass: ********');
  expect(shown).toContain(`- activation_key: *****-*****-*****-${key.slice(-5)}`);
  expect(shown).toContain('- server: online');
  const heard = serial.lines.join('\n');
  expect(heard).not.toContain('pass=word');
  expect(heard).not.toContain(key.slice(0, 17));

  // The port of a USB chip goes with the restart and comes back.
  expect(await serial.ask('restart')).toBe('OK restart Restarting');
  await device.expectEvent({ event: 'serial', state: 'closed' });
  await device.expectEvent({ event: 'boot', reset_reason: 'software' });
  await device.expectEvent({ event: 'serial', state: 'open' });
  await serial.expectLine(/^\* Server: online over MQTT$/, 15_000);
}, 60_000);

test.concurrent('it tells which Wi-Fi it hears, and then answers what was typed meanwhile', async () => {
  await using device = await SimDevice.start({ args: ['--wifi', 'ร้าน = กาแฟ:pass=word one'] });
  const { serial } = device;
  await serial.write('scan_wifi');
  const end = 'OK scan_wifi 1 network';
  expect(await serial.ask('wifi_ssid=Home')).toBe(end);
  expect(serial.lines[serial.lines.lastIndexOf(end) - 1]).toMatch(
    /^- wifi_network: -\d+ locked ร้าน = กาแฟ$/,
  );
  expect(await serial.expectLine(/^(OK|ERR) /)).toBe('OK wifi_ssid');
}, 30_000);

test.concurrent('every wrong line gets its own error and changes nothing', async () => {
  await using device = await SimDevice.start();
  const { serial } = device;
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['bogus', /^ERR unknown_command /],
    ['colour=red', /^ERR unknown_field /],
    ['wifi_ssid=', /^ERR bad_value wifi_ssid: /],
    [`wifi_ssid=${'x'.repeat(33)}`, /^ERR bad_value wifi_ssid: /],
    ['wifi_pass=short', /^ERR bad_value wifi_pass: /],
    ['activation_key=AAAAA-BBBBB-CCCCC-DDDDD', /^ERR bad_value activation_key: /],
    ['customer_phone=call me', /^ERR bad_value customer_phone: /],
    ['device_type=toaster', /^ERR bad_value device_type: /],
    ['device_type=esp32-lilygo-t-display', /^ERR bad_value device_type: this is another board/],
    ['server_url=ftp://example.com', /^ERR bad_value server_url: /],
    ['mains_input=battery', /^ERR bad_value mains_input: this board has no such input/],
    [`wifi_ssid=${'x'.repeat(300)}`, /^ERR line_too_long /],
    ['wifi_ssid=a\tb', /^ERR bad_line /],
    ['test_response', /^ERR not_allowed /],
    ['led_test', /^ERR not_allowed /],
    ['save_config', /^ERR incomplete wifi_ssid: not set/],
  ];
  for (const [line, answer] of wrong) expect(await serial.ask(line)).toMatch(answer);
  // Latin-1, as an old terminal sends it.
  const heard = serial.lines.length;
  await serial.writeBytes(Uint8Array.from([...Buffer.from('wifi_ssid=caf'), 0xe9, 0x0a]));
  await waitFor('answer', () => serial.lines.length > heard);
  expect(serial.lines.at(-1)).toMatch(/^ERR bad_line /);

  await serial.ask('show_config');
  expect(serial.lines.filter((line) => line.endsWith('(not set)'))).toHaveLength(6);
  expect(serial.lines).toContain('- changes: none');
}, 60_000);

test.concurrent('the configuration is saved whole or not at all, and only clear_config removes it', async () => {
  await using device = await SimDevice.start();
  const { serial } = device;
  const fields = [
    'wifi_ssid=nobody',
    'wifi_pass=',
    `activation_key=${makeKey()}`,
    `customer_phone=${phone}`,
    'server_url=http://127.0.0.1:1',
  ];
  for (const line of fields) expect(await serial.ask(line)).toMatch(/^OK /);
  await device.make('store-fail 1 20');
  expect(await serial.ask('save_config')).toMatch(/^ERR storage_failed /);
  expect(await serial.ask('save_config')).toBe('OK save_config Configuration saved');

  // Power is lost while another configuration is being written: the one before it still holds.
  await serial.ask('wifi_ssid=another');
  await device.make('store-cut 1 30');
  await serial.write('save_config');
  await device.expectEvent({ event: 'store', state: 'power cut' });
  await device.expectEvent({ event: 'boot', reset_reason: 'power_on' });
  await device.expectEvent({ event: 'wifi', state: 'connecting', ssid: 'nobody' });

  // Unplugging, however often, clears nothing.
  for (let i = 0; i < 12; i++) {
    device.tell('power-cut 20');
    await device.expectEvent({ event: 'boot', reset_reason: 'power_on' });
  }
  await device.expectEvent({ event: 'wifi', state: 'connecting', ssid: 'nobody' });

  await device.expectEvent({ event: 'serial', state: 'open' });
  expect(await serial.ask('clear_config')).toBe('OK clear_config Configuration cleared');
  await serial.ask('show_config');
  expect(serial.lines.slice(-20)).toContain('- wifi_ssid: (not set)');
}, 60_000);

test.concurrent('the test board answers its test commands, and its LED is seen to go on and off', async () => {
  await using device = await SimDevice.start({ args: ['--board', 's2-test'] });
  const { serial } = device;
  expect(await serial.ask('test_response')).toBe('OK test_response Device is responding');
  expect(await serial.ask('led_test')).toBe('OK led_test LED test started');
  await serial.expectLine(/^\* LED on$/);
  await serial.expectLine(/^\* LED off$/);
  expect(await serial.ask('help')).toBe('OK help');
  expect(serial.lines.slice(-8)).toContain('- test_response  led_test');
}, 60_000);

/** The set-up portal as a phone meets it that has joined the board's own network. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createSocket } from 'node:dgram';
import { describeSetupNetwork, digestKey } from '../../../src/domain/devices/setup-network.ts';
import { waitFor } from '../wait-for.ts';
import { ServedSite } from './served-site.ts';
import { type LogEvent, SimDevice } from './sim-device.ts';

let site: ServedSite;
beforeAll(async () => {
  site = await ServedSite.start();
}, 60_000);
afterAll(() => site?.[Symbol.asyncDispose]());

const networks = ['--wifi', 'บ้านสวน:correct horse:-40', '--wifi', 'cafe & co::-70'];

test.concurrent('the form brings a new board online', async () => {
  await using device = await SimDevice.start({ args: [...networks, '--mains-sense'] });
  const portal = await openPortal(device);
  const english = { 'accept-language': 'en-GB,en;q=0.8' };

  // The page lists the networks in reach, the strongest first, and never shows what was typed.
  const form = await waitFor('networks in the form', async () => {
    const page = await portal.get('/', english);
    return page.includes('บ้านสวน') && page;
  });
  expect(form).toContain('<html lang="en">');
  expect(form.indexOf('บ้านสวน')).toBeLessThan(form.indexOf('cafe &amp; co'));
  expect(form).toContain('<option value="optocoupler" selected>by an optocoupler</option>');
  const thai = await portal.get('/', { 'accept-language': 'th' });
  expect(thai).toContain('<html lang="th">');
  expect(thai).toContain('<option value="vbus">ไฟ 5 โวลต์ของอะแดปเตอร์ (vbus)</option>');

  const key = site.takeKey();
  const fields = {
    lang: 'en',
    network: 'บ้านสวน',
    wifi_ssid: '',
    wifi_pass: 'correct horse',
    activation_key: key,
    customer_phone: '081 234 5678',
    server_url: site.server.url,
    mains_input: 'vbus',
  };
  // Each mistake is named, and nothing is saved.
  const mistakes = [
    [{ wifi_pass: 'short' }, 'Wi-Fi password: is not valid'],
    [{ activation_key: 'AAAAA-BBBBB-CCCCC-DDDDD' }, 'Activation key: is not valid'],
    [{ activation_key: '' }, 'Activation key: is missing'],
    [{ customer_phone: 'none' }, 'Phone number: is not valid'],
    [{ server_url: 'nowhere' }, 'Server address: is not valid'],
    [{ network: '' }, 'Wi-Fi network: is missing'],
    [{ mains_input: 'battery' }, 'How a power cut is detected: is not valid'],
  ] as const;
  for (const [wrong, words] of mistakes) {
    const answer = await portal.post('/save', { ...fields, ...wrong });
    expect(answer).toContain(words);
    expect(answer).not.toContain(key);
  }
  device.forgetLog();
  expect(await portal.post('/save', fields)).toContain('Saved');
  await device.expectEvent({ event: 'wifi', state: 'connected', ssid: 'บ้านสวน' });
  await waitFor('device online', () => site.readDevice(device)?.link === 'online', 15_000);
  await device.serial.ask('show_config');
  expect(device.serial.lines).toContain('- mains_input: vbus');
  await device.make('mains off');
  await waitFor('report by the chosen input', () => site.readDevice(device)?.power === 'DOWN');
  await device.make('mains on');

  // The portal closes a minute after its last use.
  await device.make('time-scale 20');
  await device.expectEvent({ event: 'access_point', state: 'closed' });
}, 60_000);

test.concurrent('a phone that looks for the internet is led to the form', async () => {
  await using device = await SimDevice.start({ args: networks });
  const portal = await openPortal(device);
  const lookedUp = await fetch(`${portal.url}generate_204`, {
    headers: { host: 'connectivitycheck.gstatic.com' },
    redirect: 'manual',
  });
  expect(lookedUp.status).toBe(302);
  expect(lookedUp.headers.get('location')).toBe('http://4.3.2.1/');
  expect(await lookedUp.text()).toContain('4.3.2.1');
  expect(await askName(portal.dnsPort, 'captive.apple.com')).toBe('4.3.2.1');
}, 60_000);

test.concurrent('a stranger before the shop cannot point the board elsewhere', async () => {
  const key = site.takeKey();
  await using device = await SimDevice.start({
    server: site.server.url,
    key,
    phone: '0812345678',
    args: [...networks, '--wifi-ssid', 'gone', '--wifi-pass', 'long enough', '--time-scale', '100'],
  });
  const opened = await device.expectEvent({ event: 'access_point', state: 'open' }, 30_000);
  const network = describeSetupNetwork(device.deviceId, digestKey(key));
  expect(opened).toMatchObject({ ssid: network.ssid, passphrase: network.password });
  const portal = await openPortal(device);
  await device.make('time-scale 1');
  const elsewhere = { lang: 'en', server_url: 'https://stranger.example' };
  const whole = { ...elsewhere, activation_key: key, customer_phone: '0812345678' };
  for (const fields of [elsewhere, whole, { ...whole, present_key: key }]) {
    expect(await portal.post('/save', fields)).toContain('Only the Wi-Fi network can be changed');
  }
  await device.serial.ask('show_config');
  expect(device.serial.lines).toContain(`- server_url: ${site.server.url}`);
}, 60_000);

test.concurrent('a wrong password is said in the form, and the portal opens again for a network that is gone', async () => {
  await using device = await SimDevice.start({
    server: site.server.url,
    key: site.takeKey(),
    phone: '0812345678',
    args: [
      ...networks,
      '--wifi-ssid',
      'บ้านสวน',
      '--wifi-pass',
      'wrong password',
      '--time-scale',
      '100',
    ],
  });
  await device.expectEvent({ event: 'wifi', state: 'failed', failure: 'wrong_password' });
  await device.expectEvent({ event: 'console', line: '* WiFi not connected: wrong password' });
  // After five minutes without a connection.
  const portal = await openPortal(device);
  const form = await portal.get('/en', {});
  expect(form).toMatch(/class="bad"[^<]*>[^<]*password/i);

  // The router accepts the password now, and the board had never stopped trying.
  await device.make('wifi-pass บ้านสวน wrong-password');
  expect(await portal.post('/save', { lang: 'en', wifi_pass: 'wrong-password' })).toContain(
    'Saved',
  );
  await device.expectEvent({ event: 'wifi', state: 'connected' });
  await waitFor('device online', () => site.readDevice(device)?.link === 'online', 15_000);

  // A long press opens it at any time.
  await device.expectEvent({ event: 'access_point', state: 'closed' }, 20_000);
  await device.make('button on');
  await device.expectEvent({ event: 'access_point', state: 'open' }, 20_000);
}, 90_000);

interface PortalPages {
  readonly url: string;
  readonly dnsPort: number;
  get(path: string, headers: Record<string, string>): Promise<string>;
  post(path: string, fields: Readonly<Record<string, string>>): Promise<string>;
}

async function openPortal(device: SimDevice): Promise<PortalPages> {
  const open: LogEvent = await device.expectEvent({ event: 'portal', state: 'open' }, 30_000);
  const url = String(open['url']);
  return {
    url,
    dnsPort: Number(open['dns_port']),
    get: async (path, headers) => (await fetch(new URL(path, url), { headers })).text(),
    post: async (path, fields) =>
      (
        await fetch(new URL(path, url), { method: 'POST', body: new URLSearchParams(fields) })
      ).text(),
  };
}

/** The address that the portal's name server gives for a name. */
async function askName(port: number, name: string): Promise<string> {
  const labels = name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)]));
  const query = Buffer.concat([
    Buffer.from([0x12, 0x34, 0x01, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
    ...labels,
    Buffer.from([0, 0, 1, 0, 1]),
  ]);
  const socket = createSocket('udp4');
  try {
    const answered = new Promise<Buffer>((resolve) => socket.once('message', resolve));
    socket.send(query, port, '127.0.0.1');
    const answer = await answered;
    expect(answer.readUInt16BE(0)).toBe(0x1234);
    return [...answer.subarray(-4)].join('.');
  } finally {
    socket.close();
  }
}

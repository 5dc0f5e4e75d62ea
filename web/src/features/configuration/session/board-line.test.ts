import { expect, test } from 'bun:test';
import { parseBoardLine, recogniseLine } from './board-line.ts';

test.each([
  ['OK wifi_ssid', { kind: 'ok', word: 'wifi_ssid' }],
  ['OK save_config Configuration saved', { kind: 'ok', word: 'save_config' }],
  [
    'ERR bad_value wifi_pass: 8 to 63 characters',
    { kind: 'error', code: 'bad_value', text: 'wifi_pass: 8 to 63 characters' },
  ],
  ['- wifi_ssid: a  b', { kind: 'detail', text: 'wifi_ssid: a  b' }],
  ['* WiFi connected: 192.168.1.7', { kind: 'other' }],
  ['OK', { kind: 'other' }],
  ['OKAY then', { kind: 'other' }],
  ['rst:0x1 (POWERON),boot:0x8 (SPI_FAST_FLASH_BOOT)', { kind: 'other' }],
] as const)('%s', (line, parsed) => {
  expect(parseBoardLine(line)).toEqual(parsed);
});

test.each([
  ['* WiFi connected: 192.168.1.7', 'wifi_connected'],
  ['Wi-Fi connected', 'wifi_connected'],
  ['* WiFi not connected: wrong password', 'wifi_failed'],
  ['* Server: online over MQTT', 'server_online'],
  ['* Server refused: KEY_EXPIRED', 'server_refused'],
  ['OK save_config Configuration saved', 'config_saved'],
  ['* LED on', 'led_on'],
  ['* LED off', 'led_off'],
  ['rst:0x1 (POWERON),boot:0x0 (DOWNLOAD(USB/UART0))', 'download_mode'],
  ['waiting for download', 'download_mode'],
  ['invalid header: 0xffffffff', 'no_firmware'],
  ['* Server: no contact', null],
  ['- led: on', null],
] as const)('%s is recognised', (line, sign) => {
  expect(recogniseLine(line)).toBe(sign);
});

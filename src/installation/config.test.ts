import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '../../tests/support/temp-dir.ts';
import { ConfigError, loadConfig } from './config.ts';
import { keepConsoleSetting } from './console-settings.ts';

const folder = (toml = '') => {
  const path = tempDir('faiwatch-config');
  if (toml !== '') writeFileSync(join(path, 'faiwatch.toml'), toml);
  return path;
};

describe('the configuration', () => {
  test('takes a flag before the environment, that before the file, that before the default', () => {
    const data = folder('port = 1\nhost = "10.0.0.1"\nlog_level = "error"\n');
    const env = { FAIWATCH_PORT: '2', FAIWATCH_HOST: '10.0.0.2' };
    const config = loadConfig({ data, port: '3' }, env);
    expect(config).toMatchObject({
      port: 3,
      host: '10.0.0.2',
      log_level: 'error',
      mqtt_port: 1883,
      timezone: 'Asia/Bangkok',
    });
  });

  test('takes a password of the first start that would be too short for one of today', () => {
    const env = { FAIWATCH_ADMIN_PASSWORD: 'secret' };
    expect(loadConfig({ data: folder() }, env).admin_password).toBe('secret');
  });

  test('takes a folder of this machine as the place of releases', () => {
    const at = (update_url: string) =>
      loadConfig({ data: folder() }, { FAIWATCH_UPDATE_URL: update_url }).update_url;
    expect(at('/mnt/usb/release')).toBe('/mnt/usb/release');
    expect(at('https://mirror.example/faiwatch')).toBe('https://mirror.example/faiwatch');
    expect(() => at('release')).toThrow(ConfigError);
  });

  test('knows that MQTT may be off', () => {
    expect(loadConfig({ data: folder(), mqtt_port: 'off' }, {}).mqtt_port).toBeNull();
  });

  test('takes the address of a node with a slash at its end', () => {
    const cluster_address = 'http://10.8.0.1:8080/';
    const config = loadConfig({ data: folder(), cluster_address }, {});
    expect(config.cluster_address).toBe('http://10.8.0.1:8080');
  });

  test('opens the secure ports beside the plain ones where there is a domain', () => {
    const at = (flags: object) => loadConfig({ data: folder(), ...flags }, {});
    expect(at({}).mqtts_port).toBeNull();
    const domain = 'Power.Example';
    expect(at({ domain })).toMatchObject({
      domain: 'power.example',
      public_url: 'https://power.example',
      ...{ port: 8080, https_port: 443, acme_port: 80, mqtt_port: 1883, mqtts_port: 8883 },
    });
    expect(at({ domain, mqtts_port: 'off' }).mqtts_port).toBeNull();
    expect(at({ domain, https_port: '8443' }).public_url).toBe('https://power.example:8443');
    expect(at({ domain, public_url: 'https://a.example' }).public_url).toBe('https://a.example');
  });

  test('takes the address of a domain rather than one that the console was given before', () => {
    const data = folder();
    keepConsoleSetting(data, 'public_url', 'http://192.0.2.7:8080');
    expect(loadConfig({ data }, {}).public_url).toBe('http://192.0.2.7:8080');
    const config = loadConfig({ data, domain: 'power.example' }, {});
    expect(config.public_url).toBe('https://power.example');
    expect(config.named.has('public_url')).toBe(true);
  });

  test('takes a table of the file for settings that begin with its name', () => {
    const data = folder('[backup]\ntime = "04:30"\nkeep_daily = 3\ndirectory = "/mnt/usb"\n');
    const config = loadConfig({ data }, { FAIWATCH_BACKUP_KEEP_DAILY: '5' });
    expect(config).toMatchObject({
      backup_time: 270,
      backup_keep_daily: 5,
      backup_keep_weekly: 4,
      backup_directory: '/mnt/usb',
    });
  });

  test('makes backups at three in the morning unless told otherwise', () => {
    expect(loadConfig({ data: folder() }, {}).backup_time).toBe(180);
    expect(loadConfig({ data: folder() }, { FAIWATCH_BACKUP_TIME: 'off' }).backup_time).toBeNull();
  });

  test.each([
    [
      'an unknown variable',
      {},
      { FAIWATCH_PROT: '1' },
      '',
      'unknown setting "FAIWATCH_PROT" (environment)',
    ],
    ['an unknown line of the file', {}, {}, 'prot = 1', 'unknown setting "prot" ('],
    ['a wrong port', { port: 'many' }, {}, '', 'setting "port" (flag)'],
    ['a port out of range', {}, { FAIWATCH_PORT: '70000' }, '', 'setting "port" (environment)'],
    ['a wrong time zone', {}, { FAIWATCH_TIMEZONE: 'Mars' }, '', 'setting "timezone"'],
    ['a certificate without its key', {}, { FAIWATCH_TLS_CERT: 'a.pem' }, '', 'go together'],
    ['a domain that is an address', { domain: '192.0.2.7' }, {}, '', 'setting "domain" (flag)'],
    [
      'a domain with a cluster',
      { domain: 'power.example', cluster: 'nats://a,b,c' },
      {},
      '',
      'setting "domain" (flag): is for one machine; a cluster takes tls_cert and tls_key, or a proxy',
    ],
    [
      'no address of a node',
      { cluster_address: 'pi:8080' },
      {},
      '',
      'setting "cluster_address" (flag)',
    ],
    [
      'a domain beside a certificate',
      { domain: 'power.example', tls_cert: 'a.pem', tls_key: 'b.pem' },
      {},
      '',
      'either of them',
    ],
    ['a secure port without a certificate', { mqtts_port: '8883' }, {}, '', 'needs domain'],
    ['an authority over plain http', { acme_directory: 'http://a.example' }, {}, '', 'acme_dir'],
    ['a token that is none', {}, { FAIWATCH_TELEGRAM_TOKEN: 'x' }, '', 'setting "telegram_token"'],
    ['half a bucket', {}, { FAIWATCH_BACKUP_S3_BUCKET: 'b' }, '', 'go together'],
    ['a time of day that is none', {}, {}, '[backup]\ntime = 03:00:00', 'such as "03:00"'],
    ['an unknown line of a table', {}, {}, '[backup]\ndir = "x"', 'unknown setting "backup_dir" ('],
    ['a file that is no TOML', {}, {}, 'port = = 3', 'faiwatch.toml: '],
  ])('stops at %s with one line', (_, flags, env, toml, expected) => {
    const data = folder(toml);
    let message = '';
    try {
      loadConfig({ data, ...flags }, env);
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      message = (error as Error).message;
    }
    expect(message).toContain(expected);
    expect(message).not.toContain('\n');
  });
});

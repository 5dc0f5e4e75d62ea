import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeviceCommand } from '../../domain/fleet/device-message.ts';
import { firmwareOfferSchema, releaseManifestSchema, versionSchema } from './firmware.ts';

const fixtures = join(import.meta.dir, '..', '..', '..', 'firmware', 'test', 'fixtures');
const readJson = (name: string): unknown => JSON.parse(readFileSync(join(fixtures, name), 'utf8'));

describe('what the firmware is tested with', () => {
  test('is the address under which the server has its images', () => {
    const offer = firmwareOfferSchema().parse(readJson('manifest.json'));
    expect(offer.url).toBe('/api/device/v1/firmware/1.1.0/image?board=s2-mini');
  });

  test('is the command that the server sends', () => {
    const command: DeviceCommand = { type: 'check_firmware' };
    expect(readJson('command-check-firmware.json')).toEqual(command);
  });
});

describe('the manifest of a release', () => {
  // The manifest in docs/decisions/020-firmware-images.md.
  const shown = () => {
    const text = readFileSync(
      join(import.meta.dir, '..', '..', '..', 'docs', 'decisions', '020-firmware-images.md'),
      'utf8',
    );
    const [, json = ''] = /```json\n([^`]+)```/.exec(text) ?? [];
    return JSON.parse(
      json.replaceAll('"sha256": "…"', `"sha256": "${'a'.repeat(64)}"`).replace('D…', 'D'),
    );
  };

  test('is taken as it is documented', () => {
    expect(releaseManifestSchema().parse(shown())).toMatchObject({
      board: 's2-mini',
      version: '1.1.0',
    });
  });

  test.each([
    [{ format: 2 }],
    [{ board: 'toaster' }],
    [{ version: 'latest' }],
    [{ signature: undefined }],
    [{ signature: 'ä' }],
    [{ parts: [] }],
  ])('with %j is none', (fields) => {
    expect(releaseManifestSchema().safeParse({ ...shown(), ...fields }).success).toBe(false);
  });

  test.each(['../app.bin', '/etc/passwd', '.hidden', 'a/b.bin', 'C:\\app.bin', ''])(
    'names no file elsewhere: %p',
    (path) => {
      const manifest = shown();
      manifest.parts[0].path = path;
      expect(releaseManifestSchema().safeParse(manifest).success).toBe(false);
    },
  );
});

test.each(['1.0', '1.0.0\n', '../..', '1.0.0-', '1.0.0/x', `1.0.0-${'x'.repeat(26)}`])(
  '%p is no version',
  (text) => {
    expect(versionSchema().safeParse(text).success).toBe(false);
  },
);

/**
 * The firmware's tests show that it writes and reads the messages in firmware/test/fixtures. These tests
 * hold the same files against the schemas, so that the two sides cannot drift apart.
 */
import { describe, expect, test } from 'bun:test';
import { createPublicKey, verify } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { normaliseActivationKey } from '../../domain/keys/activation-key.ts';
import { errorStatus } from '../errors.ts';
import { firmwareOfferSchema } from '../firmware/firmware.ts';
import {
  credentialsCommandSchema,
  deviceEventSchema,
  enrolAnswerSchema,
  enrolRequestSchema,
  eventsAnswerSchema,
  eventsPayloadSchema,
  eventsRequestSchema,
  heartbeatAnswerSchema,
  heartbeatSchema,
  serversCommandSchema,
} from './device.ts';

const folder = join(import.meta.dir, '../../../firmware/test/fixtures');
const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
const names = readdirSync(folder).filter((name) => name.endsWith('.json'));

/** Schemas by the beginning of a fixture's name. The longest match counts. */
const schemas: Record<string, z.ZodType> = {
  heartbeat: heartbeatSchema,
  'heartbeat-answer': heartbeatAnswerSchema,
  event: deviceEventSchema,
  'events-request': eventsRequestSchema,
  'events-answer': eventsAnswerSchema,
  'enrol-request': enrolRequestSchema,
  'enrol-answer': enrolAnswerSchema,
  command: heartbeatAnswerSchema.shape.commands.element,
  'command-credentials': credentialsCommandSchema,
  'command-servers': serversCommandSchema,
  manifest: firmwareOfferSchema(),
};

function schemaOf(name: string): z.ZodType | undefined {
  const kind = Object.keys(schemas)
    .filter((prefix) => name.startsWith(prefix))
    .sort((a, b) => b.length - a.length)[0];
  return kind === undefined ? undefined : schemas[kind];
}

describe('what the firmware says and hears', () => {
  test.each(names.filter((name) => !name.startsWith('refusal')))(
    '%s is of the contract',
    (name) => {
      const schema = schemaOf(name);
      expect(schema).toBeDefined();
      expect(schema?.parse(read(name))).toBeDefined();
    },
  );

  test.each(names.filter((name) => name.startsWith('refusal')))('%s has a code of ours', (name) => {
    const { ok, code } = read(name) as { ok: boolean; code: string };
    expect(ok).toBe(false);
    expect(Object.keys(errorStatus)).toContain(code);
  });

  test('an event may go over MQTT as it is', () => {
    for (const name of names.filter((name) => /^event-/.test(name))) {
      expect(eventsPayloadSchema.parse(read(name))).toHaveLength(1);
    }
  });

  test('the key of the fixtures is a whole one', () => {
    const { activation_key: key } = read('enrol-request.json') as { activation_key: string };
    expect(normaliseActivationKey(key)).toBe(key);
  });

  test('the manifest is signed as docs/device-protocol.md has it', () => {
    const manifest = firmwareOfferSchema().parse(read('manifest.json'));
    const { version, size, sha256, signature } = manifest;
    const text = `s2-mini\n${version}\n${size}\n${sha256}\n`;
    const key = createPublicKey(readFileSync(join(folder, 'manifest-public-key.pem')));
    const isSigned = (signed: string) =>
      verify('sha256', Buffer.from(signed), key, Buffer.from(signature, 'base64'));
    expect(isSigned(text)).toBe(true);
    expect(isSigned(text.replace('s2-mini', 't-display'))).toBe(false);
  });
});

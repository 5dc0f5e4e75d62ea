import { z } from 'zod';
import { doneAnswer, longText, okShape, shortText, timeSchema } from '../fields.ts';
import { shape } from '../shape.ts';

/** At least a year: a board that was away may repeat a report of long ago. */
const monthsSchema = z
  .int('must be a whole number from 12 to 240')
  .min(12, 'must be at least 12')
  .max(240, 'must be at most 240')
  .nullable()
  .meta({ examples: [36] });

const privacyShape = shape(() => ({
  /** The person responsible for the data. */
  operatorName: shortText(200)
    .trim()
    .meta({ examples: ['Corner Electric Co., Ltd.'] }),
  /** The address of the person responsible. */
  contact: shortText(200)
    .trim()
    .meta({ examples: ['privacy@example.com'] }),
  address: longText(500)
    .trim()
    .meta({ examples: ['99/1 Moo 4, Chiang Mai'] }),
  /** Further text of the page, in each language. */
  notesTh: longText(4_000).trim(),
  notesEn: longText(4_000).trim(),
  /** Months for which events are kept. Null: for good. */
  keepEventsMonths: monthsSchema,
  keepAuditMonths: monthsSchema,
}));

/** At least one of the settings. */
export const savePrivacySchema = shape(() =>
  z
    .strictObject(privacyShape())
    .partial()
    .refine((settings) => Object.keys(settings).length > 0, 'must hold at least one setting'),
);

const privacySchema = shape(() => z.object(privacyShape()));
export const privacyAnswerSchema = shape(() =>
  z.object({
    ...okShape,
    data: privacySchema().extend({
      suggested: z.object({ keepEventsMonths: z.int(), keepAuditMonths: z.int() }),
    }),
  }),
);
export const savePrivacyAnswerSchema = shape(() =>
  privacyAnswerSchema().extend({
    message: z.string().meta({ examples: ['Settings saved successfully'] }),
  }),
);

/** The part that everybody may read. */
export const publicPrivacyAnswerSchema = shape(() =>
  z.object({
    ...okShape,
    data: privacySchema().extend({
      /** Places to which this server connects to learn whether its own line is alive. */
      uplinkTargets: z.array(z.string()).meta({ examples: [['1.1.1.1', '8.8.8.8', '9.9.9.9']] }),
      /** When the last nightly backup goes that holds what is deleted now. Null: there is none, or nobody can say. */
      oldBackupsEndAt: timeSchema.nullable(),
      /** Whether there are backups that do not go by themselves. */
      hasLastingBackups: z.boolean(),
    }),
  }),
);

export const deletionAnswerSchema = shape(() =>
  z.object({
    ...okShape,
    data: z.object({
      /** When the deletion was asked for. Null: it was not. */
      deletion_requested_at: timeSchema.nullable(),
    }),
    message: z.string().meta({ examples: ['Deletion requested'] }),
  }),
);

/** Remains of somebody who was deleted, and their end. */
export const erasedAnswer = shape(() =>
  doneAnswer.extend({
    data: z.object({
      /** Backups that were made before, newest first. */
      backups: z.array(
        z.object({
          name: z.string().meta({ examples: ['faiwatch-20261121T200000Z-nightly.db.zst'] }),
          /** When the schedule drops it. Null: it does not go by itself. */
          ends_at: timeSchema.nullable(),
        }),
      ),
    }),
  }),
);

/** Rows with the columns as they are stored. Times are in a form that programs read. */
const rowsOf = (example: Readonly<Record<string, unknown>>) =>
  z.array(z.record(z.string(), z.unknown()).meta({ examples: [{ ...example }] }));

const board = { device_id: 'fw-a1b2c3d4e5f6' };
const someTime = '2026-11-21T05:00:00.000Z';

/** Everything that is stored about one customer. */
export const personalDataSchema = shape(() =>
  z.object({
    made_at: timeSchema,
    account: rowsOf({ name: 'Somchai', phone: '+66812345678', created_at: someTime }),
    devices: rowsOf({ ...board, site_name: 'Corner shop' }),
    keys: rowsOf({ key_code: '•••••-•••••-•••••-WXYZ5', activated_at: someTime }),
    chats: rowsOf({ channel: 'telegram', address: '4711' }),
    contacts: rowsOf({ name: 'Brother', after_minutes: 10 }),
    keys_seen_in_chats: rowsOf({ chat: 'telegram:4711', seen_at: someTime }),
    planned_times: rowsOf({ kind: 'announced', starts_at: someTime }),
    outage_calendars: rowsOf({ url: 'https://example.com/outages.ics' }),
    shared_reports: rowsOf({ first_date: '2026-11-01', last_date: '2026-11-21' }),
    home_automation: rowsOf({ name: 'home', created_at: someTime }),
    home_broker: rowsOf({ url: 'mqtt://192.168.1.5', username: 'home' }),
    sessions: rowsOf({ method: 'phone', created_at: someTime }),
    outages: rowsOf({ ...board, cause: 'mains', down_at: someTime }),
    events: rowsOf({ ...board, event_type: 'POWER_DOWN', occurred_at: someTime }),
    messages: rowsOf({ kind: 'alert', channel: 'telegram', sent_at: someTime }),
    spoken_names: rowsOf({ ...board, recorded_at: someTime, wav_base64: 'UklGRg==' }),
    heartbeats: rowsOf({ ...board, occurred_at: someTime }),
    mains_voltages: rowsOf({ ...board, measured_at: someTime, mean_volts: 230 }),
    audit: rowsOf({ action: 'customer.profile', done_at: someTime }),
  }),
);

import { z } from 'zod';
import { doneAnswer, longText, okShape, shortText, timeSchema } from '../fields.ts';

/** At least a year: a board that was away may repeat a report of long ago. */
const monthsSchema = z
  .int('must be a whole number from 12 to 240')
  .min(12, 'must be at least 12')
  .max(240, 'must be at most 240')
  .nullable()
  .meta({ examples: [36] });

const privacyShape = {
  /** Who is responsible for the data. */
  operatorName: shortText(200)
    .trim()
    .meta({ examples: ['Corner Electric Co., Ltd.'] }),
  /** How to reach whoever is responsible. */
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
};

/** At least one of the settings. */
export const savePrivacySchema = z
  .strictObject(privacyShape)
  .partial()
  .refine((settings) => Object.keys(settings).length > 0, 'must hold at least one setting');

export const privacySchema = z.object(privacyShape);
export const privacyAnswerSchema = z.object({
  ...okShape,
  data: privacySchema.extend({
    suggested: z.object({ keepEventsMonths: z.int(), keepAuditMonths: z.int() }),
  }),
});
export const savePrivacyAnswerSchema = privacyAnswerSchema.extend({
  message: z.string().meta({ examples: ['Settings saved successfully'] }),
});

/** What everybody may read. */
export const publicPrivacyAnswerSchema = z.object({
  ...okShape,
  data: privacySchema.extend({
    /** Places to which this server connects to learn whether its own line is alive. */
    uplinkTargets: z.array(z.string()).meta({ examples: [['1.1.1.1', '8.8.8.8', '9.9.9.9']] }),
    /** When the last nightly backup goes that holds what is deleted now. Null: there is none, or nobody can say. */
    oldBackupsEndAt: timeSchema.nullable(),
    /** Whether there are backups that do not go by themselves. */
    hasLastingBackups: z.boolean(),
  }),
});

export const deletionAnswerSchema = z.object({
  ...okShape,
  data: z.object({
    /** When the deletion was asked for. Null: it was not. */
    deletion_requested_at: timeSchema.nullable(),
  }),
  message: z.string().meta({ examples: ['Deletion requested'] }),
});

/** What is left of somebody who was deleted, and until when. */
export const erasedAnswer = doneAnswer.extend({
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
});

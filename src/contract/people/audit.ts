import { z } from 'zod';
import { auditActorNames, auditFilters } from '../../domain/people/audit-filter.ts';
import { idSchema, listAnswer, listQueryShape, timeSchema } from '../fields.ts';
import { type OutputOf, shape } from '../shape.ts';
import { timeRangeShape } from '../time-range.ts';

/** One change: who, what, from what to what, and from where. */
export const auditEntrySchema = shape(() =>
  z.object({
    id: idSchema,
    at: timeSchema,
    /** `admin:NAME`, `customer:ID`, `cli`, `bot:CHAT` (`bot` once the customer is erased) or `device:ID`. */
    actor: z.string().meta({ examples: ['admin:admin'] }),
    /** The present name of that customer, or of that device's site. Null: there is none. */
    actor_name: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    /** A verb and its object. */
    action: z.string().meta({ examples: ['settings.save'] }),
    subject: z.string().meta({ examples: ['settings'] }),
    /** The present name of that customer or site, or of that key's owner. */
    subject_name: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    /** The device of an outage. */
    subject_device_id: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    /** The fields that changed. Null: the subject did not exist. */
    before: z.unknown().meta({ examples: [{ recoveryDelay: 2 }] }),
    /** The fields that changed. Null: the subject no longer exists. */
    after: z.unknown().meta({ examples: [{ recoveryDelay: 5 }] }),
    /** Network address. Null: none, or this machine's own. */
    address: z
      .string()
      .nullable()
      .meta({ examples: ['203.0.113.7'] }),
  }),
);
export type AuditEntryAnswer = OutputOf<typeof auditEntrySchema>;

const narrowingShape = shape(() => ({
  q: listQueryShape.q,
  /** The subject of the change. */
  filter: z.enum(auditFilters).default('all'),
  /** The kind of actor. `chat`: through the bot. `command`: on the server's own machine. */
  who: z.enum(auditActorNames).optional(),
  ...timeRangeShape(),
}));

export const auditQuerySchema = shape(() =>
  z.strictObject({ ...listQueryShape, ...narrowingShape() }),
);
export const auditExportQuerySchema = shape(() => z.strictObject(narrowingShape()));
export const auditAnswerSchema = shape(() => listAnswer(auditEntrySchema()));

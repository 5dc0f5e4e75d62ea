import { z } from 'zod';
import {
  idSchema,
  listAnswer,
  listQueryShape,
  shownDeviceId,
  shownSiteName,
  timeSchema,
} from '../../contract/fields.ts';
import { type OutputOf, shape } from '../../contract/shape.ts';
import { causes } from '../../domain/states.ts';
import { areaCauses, areaStatuses } from './area-outage.ts';

const count = (example: number) => z.int().meta({ examples: [example] });

/** An outage that many sites share. */
export const areaOutageShape = shape(() => ({
  id: idSchema,
  /** The tags and areas in which sites were lost. Empty: only points are known. */
  cells: z.array(z.string()).meta({ examples: [['F12/T3', 'F12/T4']] }),
  /** The middle of the sites whose points are known. Null: none is. */
  location: z
    .object({
      latitude: z.number().meta({ examples: [18.788] }),
      longitude: z.number().meta({ examples: [98.985] }),
    })
    .nullable(),
  /** It began between these two. */
  began_at: z.object({ from: timeSchema, to: timeSchema }),
  /** When it was found. */
  declared_at: timeSchema,
  /** `confirmed`: boards that measure the mains, or that have returned, prove the cause. */
  status: z.enum(areaStatuses),
  /** `network`: the sites share a provider of internet, or their boards had kept power. */
  cause: z.enum(areaCauses),
  /** Sites that were lost. */
  lost: count(12),
  /** Sites that were lost and are back. */
  back: count(0),
  /** Sites of the same cells that were not lost. */
  healthy: count(2),
  /** When half of the lost sites were back. Null: it goes on. */
  ended_at: timeSchema.nullable(),
}));

const areaOutageSchema = shape(() =>
  z.object({
    ...areaOutageShape(),
    /** The lost sites, the first lost first; at most 500. */
    sites: z.array(
      z.object({
        outage_id: idSchema,
        device_id: shownDeviceId,
        site_name: shownSiteName,
        /** The owner when it began. */
        customer_id: idSchema.nullable(),
        cause: z.enum(causes),
        down_at: timeSchema,
        /** Null: it is still lost. */
        recover_at: timeSchema.nullable(),
      }),
    ),
  }),
);
export type AreaOutageAnswer = OutputOf<typeof areaOutageSchema>;

export const areaOutagesQuerySchema = shape(() =>
  z.strictObject({
    page: listQueryShape.page,
    limit: listQueryShape.limit,
    status: z.enum(['open', 'all']).default('open'),
  }),
);
export const areaOutagesAnswerSchema = shape(() => listAnswer(areaOutageSchema()));

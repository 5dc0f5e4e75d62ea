import { z } from 'zod';
import { mapStates } from '../../contract/devices/place.ts';
import { oneAnswer, shownDeviceId, shownSiteName, wholeNumberText } from '../../contract/fields.ts';
import { type OutputOf, shape } from '../../contract/shape.ts';

/** A site on the map. */
const mapSiteSchema = shape(() =>
  z.object({
    device_id: shownDeviceId,
    site_name: shownSiteName,
    /** Null: the device belongs to nobody. */
    customer_name: z
      .string()
      .nullable()
      .meta({ examples: ['Somchai'] }),
    /** `unknown`: the device was never heard, or cannot tell. */
    state: z.enum(mapStates),
    /** Degrees north, and east, rounded to 100 m. */
    latitude: z.number().meta({ examples: [18.788] }),
    longitude: z.number().meta({ examples: [98.985] }),
  }),
);
export type MapSite = OutputOf<typeof mapSiteSchema>;

export const mapQuerySchema = shape(() =>
  z.strictObject({ limit: wholeNumberText(1, 10_000, 10_000) }),
);
export const mapAnswerSchema = shape(() => oneAnswer(z.array(mapSiteSchema())));
export type MapAnswer = OutputOf<typeof mapAnswerSchema>;

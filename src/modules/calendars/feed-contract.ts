/** A customer's feed of planned times, for calendar programs. */

import { z } from 'zod';
import { changeAnswer, oneAnswer } from '../../contract/fields.ts';
import { shape } from '../../contract/shape.ts';

const calendar = shape(() =>
  z.object({
    /** There is an address. Only its hash is stored. */
    is_open: z.boolean(),
  }),
);

export const calendarAnswerSchema = shape(() => oneAnswer(calendar()));
export const calendarClosedAnswerSchema = shape(() => changeAnswer(calendar()));

/** The only answer that contains the address. */
export const calendarOpenedAnswerSchema = shape(() =>
  changeAnswer(
    calendar().extend({
      /** Below the address of this server. Whoever knows it reads the calendar. */
      path: z
        .string()
        .meta({ examples: ['/api/calendars/q0Zr8n2m5yW1Lk7Vb3Xt9Cd4Fg6Hj0Ps-Ru2Ta5Ue8E.ics'] }),
    }),
  ),
);

export const calendarParams = shape(() =>
  z.strictObject({
    calendar: z
      .string()
      .regex(/^[\w-]{43}\.ics$/, 'must be an address that this server has made')
      .meta({ examples: ['q0Zr8n2m5yW1Lk7Vb3Xt9Cd4Fg6Hj0Ps-Ru2Ta5Ue8E.ics'] }),
  }),
);

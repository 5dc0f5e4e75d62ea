/** A customer's feed of planned times, for calendar programs. */
import { z } from 'zod';
import { changeAnswer, oneAnswer } from '../fields.ts';

const calendar = z.object({
  /** There is an address. Only its hash is stored. */
  is_open: z.boolean(),
});

export const calendarAnswerSchema = oneAnswer(calendar);
export const calendarClosedAnswerSchema = changeAnswer(calendar);

/** The only answer that contains the address. */
export const calendarOpenedAnswerSchema = changeAnswer(
  calendar.extend({
    /** Below the address of this server. Whoever knows it reads the calendar. */
    path: z
      .string()
      .meta({ examples: ['/api/calendars/q0Zr8n2m5yW1Lk7Vb3Xt9Cd4Fg6Hj0Ps-Ru2Ta5Ue8E.ics'] }),
  }),
);

export const calendarParams = z.strictObject({
  calendar: z
    .string()
    .regex(/^[\w-]{43}\.ics$/, 'must be an address that this server has made')
    .meta({ examples: ['q0Zr8n2m5yW1Lk7Vb3Xt9Cd4Fg6Hj0Ps-Ru2Ta5Ue8E.ics'] }),
});

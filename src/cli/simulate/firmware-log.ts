import { z } from 'zod';
import { deviceEventSchema } from '../../contract/fleet/device.ts';

/** The fields of simdevice's log that a simulation reads. `simdevice --help` explains all. */
const logLineSchema = z.looseObject({
  /** Epoch ms. */
  t: z.int(),
  /** Number of the board, from 1. Left out: the line is about the program itself. */
  board: z.int().optional(),
  event: z.string(),
  state: z.string().optional(),
  line: z.string().optional(),
  reset_reason: z.string().optional(),
  topic: z.string().optional(),
  packet_id: z.int().optional(),
  payload: z.string().optional(),
  path: z.string().optional(),
  body: z.string().optional(),
  status: z.int().optional(),
  failure: z.string().optional(),
  said_goodbye: z.boolean().optional(),
});
export type LogLine = z.infer<typeof logLineSchema>;

/** Parses a line of the log. @throws Error when it is malformed */
export function parseLogLine(text: string): LogLine {
  return logLineSchema.parse(JSON.parse(text));
}

export type ToldEvent = z.infer<typeof deviceEventSchema>;

/** The power event in an MQTT message. */
export function readEvent(payload: string): ToldEvent {
  return deviceEventSchema.parse(JSON.parse(payload));
}

/** The power events in the body of an HTTP request. */
export function readEvents(body: string): readonly ToldEvent[] {
  return z.object({ events: z.array(deviceEventSchema) }).parse(JSON.parse(body)).events;
}

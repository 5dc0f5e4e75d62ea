/** How tables are asked for as files: like their lists, but whole. */
import { z } from 'zod';
import { deviceQuerySchema } from '../devices/devices.ts';
import { keyFilterShape } from '../keys/keys.ts';
import { customerQuerySchema } from '../people/customers.ts';

const paging = { page: true, limit: true, sort: true, direction: true } as const;

export const customersExportQuerySchema = customerQuerySchema.omit(paging);
export const devicesExportQuerySchema = deviceQuerySchema.omit(paging);
export const keysExportQuerySchema = z.strictObject(keyFilterShape);

/** `plain` is for programs: every cell as it is, and no byte-order mark. */
export const csvForms = ['spreadsheet', 'plain'] as const;
export type CsvForm = (typeof csvForms)[number];

/** What a CSV file may be asked for with, beside what narrows it. */
export const csvFormShape = { format: z.enum(csvForms).default('spreadsheet') };

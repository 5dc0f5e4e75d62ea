/** Queries of tables as files: those of their lists without pages. */

import { z } from 'zod';
import { deviceQuerySchema } from '../devices/devices.ts';
import { keyFilterShape } from '../keys/keys.ts';
import { customerQuerySchema } from '../people/customers.ts';
import { shape } from '../shape.ts';

const paging = { page: true, limit: true, sort: true, direction: true } as const;

export const customersExportQuerySchema = shape(() => customerQuerySchema().omit(paging));
export const devicesExportQuerySchema = shape(() => deviceQuerySchema().omit(paging));
export const keysExportQuerySchema = shape(() => z.strictObject(keyFilterShape()));

/** `plain` is for programs: unchanged cells and no byte-order mark. */
const csvForms = ['spreadsheet', 'plain'] as const;
export type CsvForm = (typeof csvForms)[number];

/** The part of a query that every CSV file has. */
export const csvFormShape = shape(() => ({ format: z.enum(csvForms).default('spreadsheet') }));

/** How tables are asked for as CSV: like their lists, but whole. */
import { z } from 'zod';
import { customerQuerySchema } from './customers.ts';
import { deviceQuerySchema } from './devices.ts';
import { keyFilterShape } from './keys.ts';

const paging = { page: true, limit: true } as const;

export const customersExportQuerySchema = customerQuerySchema.omit(paging);
export const devicesExportQuerySchema = deviceQuerySchema.omit(paging);
export const keysExportQuerySchema = z.strictObject(keyFilterShape);

/** How tables are asked for as CSV: like their lists, but whole. */
import { z } from 'zod';
import { deviceQuerySchema } from '../devices/devices.ts';
import { keyFilterShape } from '../keys/keys.ts';
import { customerQuerySchema } from '../people/customers.ts';

const paging = { page: true, limit: true } as const;

export const customersExportQuerySchema = customerQuerySchema.omit(paging);
export const devicesExportQuerySchema = deviceQuerySchema.omit(paging);
export const keysExportQuerySchema = z.strictObject(keyFilterShape);

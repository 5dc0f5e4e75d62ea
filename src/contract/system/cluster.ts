/** The machines of the cluster; for operators. */

import { z } from 'zod';
import { clusterRoles, leadObstacles } from '../../domain/system/cluster.ts';
import { timeSchema } from '../fields.ts';
import { type OutputOf, shape } from '../shape.ts';

export const clusterSchema = shape(() =>
  z.object({
    name: z.string().meta({ examples: ['faiwatch'] }),
    /** How many times a machine has begun to lead. */
    epoch: z.int().meta({ examples: [7] }),
    /** All machines that were heard of, by name. */
    nodes: z.array(
      z.object({
        node: z.string().meta({ examples: ['pi-home'] }),
        /** Where its pages are. Null: it has not said so. */
        address: z
          .string()
          .nullable()
          .meta({ examples: ['http://192.168.1.10:8080'] }),
        role: z.enum(clusterRoles),
        /** For how long it has not had everything; 0: it has. */
        behind_seconds: z.int().meta({ examples: [0] }),
        heard_at: timeSchema,
        /** Why it could not lead, though it has everything. Null: it could. */
        obstacle: z.enum(leadObstacles).nullable(),
        version: z.string().meta({ examples: ['1.2.0'] }),
      }),
    ),
    /** When a machine last began to lead, and which. Null: not known. */
    last_take_over: z
      .object({
        node: z.string().meta({ examples: ['pi-home'] }),
        epoch: z.int().meta({ examples: [7] }),
        at: timeSchema,
        /** Which machine led before; the same where its server was started anew. Null: not known. */
        from: z
          .string()
          .nullable()
          .meta({ examples: ['pi-shop'] }),
        /** Whether that one handed over. Null: not known. */
        is_planned: z
          .boolean()
          .nullable()
          .meta({ examples: [false] }),
        /** For how long no machine had led. */
        without_leader_seconds: z.int().meta({ examples: [12] }),
      })
      .nullable(),
  }),
);
export type ClusterAnswer = OutputOf<typeof clusterSchema>;

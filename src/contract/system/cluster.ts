/** The machines of the cluster; for operators. */

import { z } from 'zod';
import { clusterRoles, leadObstacles } from '../../domain/system/cluster.ts';
import { timeSchema } from '../fields.ts';
import { type OutputOf, shape } from '../shape.ts';

export const clusterSchema = shape(() =>
  z.object({
    name: z.string().meta({ examples: ['faiwatch'] }),
    /** The number of take-overs. */
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
        /** Time since it last had everything; 0: it has. */
        behind_seconds: z.int().meta({ examples: [0] }),
        heard_at: timeSchema,
        /** The reason that it could not lead, though it has everything. Null: it could. */
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
        /** The leader before; the same machine where its server was started anew. Null: not known. */
        from: z
          .string()
          .nullable()
          .meta({ examples: ['pi-shop'] }),
        /** Whether that one handed over. Null: not known. */
        is_planned: z
          .boolean()
          .nullable()
          .meta({ examples: [false] }),
        /** Time without a leader. */
        without_leader_seconds: z.int().meta({ examples: [12] }),
      })
      .nullable(),
  }),
);
export type ClusterAnswer = OutputOf<typeof clusterSchema>;

import { sql } from 'drizzle-orm';
import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AreaCause, AreaStatus } from '../../domain/fleet/area-loss.ts';
import { outages } from '../alerts/tables.ts';

/** Outages of areas: losses of many sites that are one. The module that finds them writes these rows. */
export const areaOutages = sqliteTable(
  'area_outages',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** When it began: between these two. */
    beganFrom: integer('began_from').notNull(),
    beganTo: integer('began_to').notNull(),
    declaredAt: integer('declared_at').notNull(),
    status: text('status').$type<AreaStatus>().notNull(),
    cause: text('cause').$type<AreaCause>().notNull(),
    /** When half of its sites were back. Null: it goes on. */
    endedAt: integer('ended_at'),
    /** Sites lost, those of them that are back, and sites of its cells that were not lost. */
    lost: integer('lost').notNull(),
    back: integer('back').notNull(),
    healthy: integer('healthy').notNull(),
    /** Owners of the sites that were lost. */
    owners: integer('owners').notNull(),
    /** Tags and areas of its cells. */
    cells: text('cells', { mode: 'json' }).$type<readonly string[]>().notNull(),
    /** The middle of its sites, as far as their points are known. Null, both: none is. */
    latitude: real('latitude'),
    longitude: real('longitude'),
    /** When the operator was told of its begin, and of its end. */
    toldAt: integer('told_at'),
    toldEndAt: integer('told_end_at'),
  },
  (t) => [
    index('area_outages_began').on(t.beganFrom),
    index('area_outages_open').on(t.beganFrom).where(sql`${t.endedAt} IS NULL`),
    index('area_outages_end_untold')
      .on(t.id)
      .where(sql`${t.toldAt} IS NOT NULL AND ${t.toldEndAt} IS NULL`),
  ],
);

/** Which outages of sites an area outage has taken. */
export const areaOutageLosses = sqliteTable(
  'area_outage_losses',
  {
    outageId: integer('outage_id')
      .primaryKey()
      .references(() => outages.id, { onDelete: 'cascade' }),
    areaOutageId: integer('area_outage_id')
      .notNull()
      .references(() => areaOutages.id, { onDelete: 'cascade' }),
  },
  (t) => [index('area_outage_losses_area').on(t.areaOutageId)],
);

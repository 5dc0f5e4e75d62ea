import { faultOfTimes, planTimes, type WantedTime } from '../../actions/alerts/plan-times.ts';
import type { Monitor } from '../../actions/monitor.ts';
import { noteOf } from '../../domain/alerts/planned-time.ts';
import { AppError } from '../../domain/errors.ts';
import { type FindingCode, refusals } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import { momentOf } from '../../domain/local-days.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { readDate, readTimeOfDay } from '../../domain/typed-clock.ts';
import {
  findSites,
  findSitesOf,
  type ListedTime,
  listAnnounced,
  listPlannedTimes,
} from '../../store/alerts/planned-times.ts';

/** One line of a file of announced outages. */
export interface PlannedLine {
  /** In the file, from 1. */
  readonly line: number;
  /** Epoch ms. Null: it cannot be read. */
  readonly startsAt: number | null;
  readonly endsAt: number | null;
  readonly note: string;
  /** Null: all of the customer's. */
  readonly sites: readonly Site[] | null;
  /** The reason that the line is left out. Null: it is not. */
  readonly fault: FindingCode | null;
}

interface Site {
  readonly deviceId: string;
  readonly siteName: string;
}

interface PlannedFile {
  readonly csv: string;
  /** The sites of lines that name none. Null: all of the customer's. */
  readonly deviceIds: readonly string[] | null;
}

const mostLines = 200;
const dayMs = 86_400_000;

/** The columns in the order in which they are without a header, with what else they are called. */
const columns = {
  from: ['from', 'start', 'begin', 'เริ่ม', 'ตั้งแต่', 'จาก'],
  to: ['to', 'end', 'until', 'สิ้นสุด', 'ถึง'],
  sites: ['sites', 'site', 'devices', 'device', 'จุดติดตั้ง', 'อุปกรณ์', 'สถานที่'],
  note: ['note', 'notes', 'หมายเหตุ', 'รายละเอียด'],
  date: ['date', 'day', 'วันที่'],
} as const;
type ColumnName = keyof typeof columns;

/**
 * Reads a file of announced outages, as spreadsheets write it, and says of each line what is wrong.
 * @param customerId whose; null: the operator's, who names sites by their devices
 * @throws AppError VALIDATION when it is no table, or a long one; NOT_FOUND when a device is not there
 */
export function readPlannedFile(
  { store }: Pick<Monitor, 'store'>,
  customerId: number | null,
  { csv, deviceIds }: PlannedFile,
  timezone: string,
  now: Instant,
): PlannedLine[] {
  const records = readRecords(csv);
  const named = records.map(({ cells }) => cells.sites ?? '');
  const find = siteFinder(store, customerId, [...(deviceIds ?? []), ...named.flatMap(splitSites)]);
  const usual = deviceIds?.map((deviceId) => {
    const [site, ...others] = find(deviceId);
    if (site === undefined || others.length > 0) {
      throw new AppError('NOT_FOUND', 'There is no such device.');
    }
    return site;
  });
  const known = new Set(
    (customerId === null
      ? listAnnounced(store, now.wallMs)
      : listPlannedTimes(store, customerId, now.wallMs)
    ).map(identityOf),
  );
  return records.map(({ line, cells }) => {
    const times = readTimes(cells, timezone);
    const sites = readSites(cells.sites ?? '', usual ?? null, find);
    const base = {
      line,
      note: noteOf(cells.note ?? ''),
      ...times,
      sites: typeof sites === 'string' ? [] : sites,
    };
    const fault = (): FindingCode | null => {
      const { startsAt, endsAt } = times;
      if (startsAt === null || endsAt === null) return 'lineTime';
      const wrong = faultOfTimes({ startsAt, endsAt }, now);
      if (wrong !== null) return wrong;
      if (typeof sites === 'string') return sites;
      if (customerId === null && (sites === null || sites.length === 0)) return 'lineSites';
      const identity = identityOf({ startsAt, endsAt, sites });
      if (known.has(identity)) return 'lineKnown';
      known.add(identity);
      return null;
    };
    return { ...base, fault: fault() };
  });
}

/**
 * Announces the outages of a file, but for the lines that cannot be used.
 * @throws AppError as `readPlannedFile` and `planTime` do
 */
export function importPlannedFile(
  monitor: Monitor,
  customerId: number | null,
  file: PlannedFile,
  timezone: string,
  actor: Actor,
  now: Instant,
): PlannedLine[] {
  const lines = readPlannedFile(monitor, customerId, file, timezone, now);
  const wanted = lines.flatMap(({ startsAt, endsAt, sites, note, fault }): WantedTime[] => {
    if (fault !== null || startsAt === null || endsAt === null) return [];
    const deviceIds = sites?.map(({ deviceId }) => deviceId) ?? null;
    return [{ kind: 'announced', note, startsAt, endsAt, isWeekly: false, deviceIds }];
  });
  planTimes(monitor, customerId, wanted, timezone, actor, now);
  return lines;
}

interface Row {
  readonly line: number;
  readonly cells: { readonly [Name in ColumnName]?: string };
}

/** @throws AppError VALIDATION */
function readRecords(csv: string): Row[] {
  const rows = parseRows(csv);
  const [head] = rows;
  if (head === undefined) throw refuse(refusals.csvEmpty);
  const nameOf = (cell: string) => {
    const names = Object.keys(columns) as ColumnName[];
    const word = cell.toLowerCase();
    return names.find((name) => (columns[name] as readonly string[]).includes(word));
  };
  const titles = head.cells.map(nameOf);
  const hasHeader = titles.includes('from');
  const named: readonly (ColumnName | undefined)[] = hasHeader
    ? titles
    : ['from', 'to', 'sites', 'note'];
  const lines = hasHeader ? rows.slice(1) : rows;
  if (lines.length === 0) throw refuse(refusals.csvEmpty);
  if (lines.length > mostLines) throw refuse(refusals.csvLong.replace('{n}', String(mostLines)));
  return lines.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(named.flatMap((name, at) => (name ? [[name, cells[at] ?? '']] : []))),
  }));
}

/** Loaded when it is first needed: few people import a file. */
const loadCsvParse = () => require('csv-parse/sync') as typeof import('csv-parse/sync');

/** Of spreadsheets in any language: with commas, semicolons or tabs. */
function parseRows(csv: string): { readonly line: number; readonly cells: readonly string[] }[] {
  const { CsvError, parse } = loadCsvParse();
  const first = csv.split('\n', 1)[0] ?? '';
  const countOf = (delimiter: string) => first.split(delimiter).length;
  const [delimiter = ','] = [',', ';', '\t'].toSorted((a, b) => countOf(b) - countOf(a));
  try {
    const parsed: unknown = parse(csv, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    });
    // With `info`, which the types of the library leave out.
    const rows = parsed as { info: { lines: number }; record: string[] }[];
    return rows.map(({ info, record }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    if (error instanceof CsvError) throw refuse(refusals.csvQuotes);
    throw error;
  }
}

const refuse = (finding: string) =>
  new AppError('VALIDATION', finding, { fields: { csv: finding } });

function readTimes(
  { date = '', from = '', to = '' }: Row['cells'],
  timezone: string,
): Pick<PlannedLine, 'startsAt' | 'endsAt'> {
  const on = date === '' ? '' : `${date} `;
  const startsAt = momentIn(on + from, timezone);
  // Where the end is a time of day only, it is on the same day, or on the next.
  const day = /^\d{1,2}[:.]\d{2}$/.test(to) ? `${on || from.replace(/\s+\S+$/, '')} ` : '';
  const endsAt = momentIn(day.trim() === '' ? to : `${day.trim()} ${to}`, timezone);
  const isNextDay = day !== '' && startsAt !== null && endsAt !== null && endsAt <= startsAt;
  return { startsAt, endsAt: isNextDay ? endsAt + dayMs : endsAt };
}

const withOffset = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;
/** `2026-12-31 09:00`, `31/12/2026 09:00` or `31/12/2569 09:00` by the clocks of a zone; or with an offset. */
function momentIn(text: string, timezone: string): number | null {
  if (withOffset.test(text)) {
    const at = Date.parse(text.replace(' ', 'T'));
    return Number.isNaN(at) ? null : at;
  }
  const [, day = '', clock = ''] = /^(\S+?)(?:T|\s)\s*(\S+)$/.exec(text) ?? [];
  const date = readDate(day);
  const time = readTimeOfDay(clock);
  return date === null || time === null ? null : momentOf(Date.parse(`${date}T${time}Z`), timezone);
}

function splitSites(cell: string): string[] {
  const parts = cell.split(/[;,|\n]/).map((part) => part.trim());
  return [cell.trim(), ...parts].filter((part) => part !== '');
}

/** @returns the sites, or what is wrong */
function readSites(
  cell: string,
  usual: readonly Site[] | null,
  find: (name: string) => readonly Site[],
): readonly Site[] | null | FindingCode {
  const [whole, ...parts] = splitSites(cell);
  if (whole === undefined) return usual;
  const names = find(whole).length > 0 ? [whole] : parts;
  const found = names.map((name) => find(name));
  if (found.some((sites) => sites.length === 0)) return 'lineSiteUnknown';
  if (found.some((sites) => sites.length > 1)) return 'lineSiteTwice';
  return [...new Map(found.flat().map((site) => [site.deviceId, site])).values()];
}

/** Finds sites by the number of the device; a customer's own by their names, too. */
function siteFinder(
  store: Monitor['store'],
  customerId: number | null,
  wanted: readonly string[],
): (name: string) => readonly Site[] {
  const byName = new Map<string, Site[]>();
  const add = (name: string, site: Site) => {
    const key = name.trim().toLowerCase();
    byName.set(key, [...(byName.get(key) ?? []), site]);
  };
  const sites =
    customerId === null
      ? findSites(store, [...new Set(wanted.map((name) => name.toLowerCase()))])
      : findSitesOf(store, customerId);
  for (const site of sites) {
    add(site.deviceId, site);
    if (customerId !== null) add(site.siteName, site);
  }
  return (name) => byName.get(name.toLowerCase()) ?? [];
}

function identityOf({
  startsAt,
  endsAt,
  sites,
}: Pick<ListedTime, 'startsAt' | 'endsAt'> & { readonly sites: readonly Site[] | null }): string {
  const ids = sites?.map(({ deviceId }) => deviceId).toSorted() ?? 'all';
  return JSON.stringify([startsAt, endsAt, ids]);
}

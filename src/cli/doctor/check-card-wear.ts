import { readDiskSpace } from '../../store/engine/disk-space.ts';
import { describeBytes } from './describe-bytes.ts';
import { type Finding, findingsOf, type Patient } from './finding.ts';

const { ok, warning } = findingsOf('card wear');

/** Times that a cell of a plain card can be written, by the lowest of makers' figures. */
const cycles = 300;
/** Bytes that a card writes for each byte of small writes. */
const amplification = 4;
const hoursPerYear = 24 * 365;
const fewYears = 5;

/**
 * The life of an SD card with what this server writes. A card endures its size × 300 cycles ÷ 4, since
 * it erases a large block for a small write. A year's writes are those of the last hour × 24 × 365.
 */
export function checkCardWear({ config, server }: Patient): Finding[] {
  if (server?.kind !== 'system') return [];
  const { bytes_written_per_hour: perHour } = server.system.database;
  const totalBytes = readDiskSpace(config.data)?.totalBytes ?? null;
  return [describeWear(perHour, totalBytes)];
}

/** @param perHour bytes. Null: not known, or not yet */
export function describeWear(perHour: number | null, totalBytes: number | null): Finding {
  if (perHour === null || totalBytes === null) {
    return ok(
      'Not known yet: the server counts what it writes for an hour before it says how much.',
    );
  }
  const perYear = perHour * hoursPerYear;
  const endurance = (totalBytes * cycles) / amplification;
  const years = perYear === 0 ? Number.POSITIVE_INFINITY : endurance / perYear;
  const lasting = years > 100 ? 'more than 100 years' : `${years.toFixed(1)} years`;
  const text = `${describeBytes(perHour)} an hour × 24 × 365 are ${describeBytes(perYear)} a year; a card of ${describeBytes(totalBytes)} endures about ${describeBytes(endurance)} (size × ${cycles} cycles ÷ ${amplification}), which is ${lasting}.`;
  return years < fewYears
    ? warning(text, 'Put the data on an SSD, or set a longer flush_interval.')
    : ok(text);
}

import type { Arrival, Problem } from './session-state.ts';

/** What a line says of the board's own connections, whether told by itself or by `show_config`. */
type Report =
  | { readonly of: 'wifi'; readonly isUp: true }
  | { readonly of: 'wifi'; readonly isUp: false; readonly reason: string }
  | { readonly of: 'server'; readonly is: 'enrolled' | 'online' }
  | { readonly of: 'server'; readonly is: 'refused'; readonly code: string }
  /** `isLast`: the last failure, which may be a while ago. */
  | {
      readonly of: 'server';
      readonly is: 'unreachable';
      readonly reason: string;
      readonly isLast: boolean;
    };

export function readReport(line: string): Report | null {
  const [, wifi] = /^(?:\* Wi-?Fi connected|- wifi): ?([\d.]{7,})/i.exec(line) ?? [];
  if (wifi !== undefined) return { of: 'wifi', isUp: true };
  const [, reason] = /^(?:\* Wi-?Fi not connected|- wifi): ?(\D+)$/i.exec(line) ?? [];
  if (reason !== undefined) {
    return reason === 'not tried yet' ? null : { of: 'wifi', isUp: false, reason };
  }
  const [, code] = /^(?:\* Server refused|- server): ?([A-Z][A-Z_]+)$/.exec(line) ?? [];
  if (code !== undefined) return { of: 'server', is: 'refused', code };
  const [, mark, failure] = /^(\* Server did not take it|- last_problem): ?(.+)$/i.exec(line) ?? [];
  if (failure !== undefined) {
    return {
      of: 'server',
      is: 'unreachable',
      reason: failure,
      isLast: mark?.startsWith('-') === true,
    };
  }
  const [, server] = /^[*-] server: ?(online|enrolled)/i.exec(line) ?? [];
  if (server !== undefined)
    return { of: 'server', is: server === 'online' ? 'online' : 'enrolled' };
  return null;
}

/**
 * How far the board is after a report, and what is in its way; problem null: nothing.
 * @returns null when the report says nothing new
 */
export function follow(
  arrival: Arrival,
  report: Report,
): { readonly arrival: Arrival; readonly problem: Problem | null } | null {
  if (report.of === 'wifi') {
    if (report.isUp) return { arrival: { wifi: 'done', online: 'active' }, problem: null };
    return {
      arrival: { wifi: 'failed', online: 'waiting' },
      problem: { code: 'wifi_failed', reason: report.reason },
    };
  }
  switch (report.is) {
    case 'enrolled':
      return { arrival: { wifi: 'done', online: 'active' }, problem: null };
    case 'online':
      return { arrival: { wifi: 'done', online: 'done' }, problem: null };
    case 'refused':
      return {
        arrival: { wifi: 'done', online: 'failed' },
        problem: { code: 'server_refused', reason: report.code },
      };
    case 'unreachable':
      // The problem is over, or a better message is shown already.
      if (report.isLast && (arrival.online === 'done' || arrival.online === 'failed')) return null;
      if (report.isLast && arrival.wifi === 'failed') return null;
      return {
        arrival: { wifi: 'done', online: 'failed' },
        problem: { code: 'server_unreachable', reason: report.reason },
      };
  }
}

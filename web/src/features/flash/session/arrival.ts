import type { Problem } from './problem.ts';
import type { Arrival } from './session-state.ts';

/** What a line says of the board's own connections, whether told by itself or by `show_config`. */
export type Report =
  | { readonly of: 'wifi'; readonly isUp: true }
  | { readonly of: 'wifi'; readonly isUp: false; readonly reason: string }
  | { readonly of: 'server'; readonly is: 'enrolled' | 'online' }
  | { readonly of: 'server'; readonly is: 'refused'; readonly code: string };

export function readReport(line: string): Report | null {
  const [, wifi] = /^(?:\* Wi-?Fi connected|- wifi): ?([\d.]{7,})/i.exec(line) ?? [];
  if (wifi !== undefined) return { of: 'wifi', isUp: true };
  const [, reason] = /^(?:\* Wi-?Fi not connected|- wifi): ?(\D+)$/i.exec(line) ?? [];
  if (reason !== undefined) {
    return reason === 'not tried yet' ? null : { of: 'wifi', isUp: false, reason };
  }
  const [, code] = /^(?:\* Server refused|- server): ?([A-Z][A-Z_]+)$/.exec(line) ?? [];
  if (code !== undefined) return { of: 'server', is: 'refused', code };
  const [, server] = /^[*-] server: ?(online|enrolled)/i.exec(line) ?? [];
  if (server !== undefined)
    return { of: 'server', is: server === 'online' ? 'online' : 'enrolled' };
  return null;
}

/** How far the board is after a report, and what is in its way; null: nothing. */
export function follow(
  _arrival: Arrival,
  report: Report,
): { readonly arrival: Arrival; readonly problem: Problem | null } {
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
  }
}

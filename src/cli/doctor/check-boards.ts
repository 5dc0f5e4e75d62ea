import { type Finding, findingsOf, type Patient } from './finding.ts';

const { ok, warning } = findingsOf('boards');

/** Whether a board must be set up by somebody. Only a running server knows for sure. */
export function checkBoards({ server }: Patient): Finding[] {
  if (server?.kind !== 'system') return [];
  const { boards, device_ids: deviceIds } = server.system.credentials_due;
  if (boards === 0) return [ok('No board waits for its key to be entered.')];
  const others = boards - deviceIds.length;
  const names = [...deviceIds, ...(others > 0 ? [`${others} more`] : [])].join(', ');
  return [
    warning(
      `Boards refused until somebody enters their current key, while their sites are not watched: ${names}.`,
      'Tell their owners; the page of each board in the console says how. If a board is gone for good, release or delete it there.',
    ),
  ];
}

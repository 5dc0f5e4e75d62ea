import type { TFunction } from 'i18next';
import type { AuditEntryAnswer } from '../../../../../src/contract/people/audit.ts';
import { DateTime } from '../../../components/ui/date-time.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { AuditChanges } from './audit-changes.tsx';
import { AuditSentence } from './audit-sentence.tsx';

export function makeAuditColumns(t: TFunction): Column<AuditEntryAnswer>[] {
  return [
    {
      id: 'time',
      header: t('audit.column.time'),
      // A card shows this below its title.
      className: 'hidden in-table:whitespace-nowrap in-table:align-top',
      cell: ({ at }) => <DateTime time={at} />,
    },
    {
      id: 'action',
      header: t('audit.column.action'),
      role: 'title',
      isName: true,
      className: 'in-table:align-top',
      cell: (entry) => (
        <>
          <AuditSentence entry={entry} />
          <span className="block font-normal text-muted text-xs in-table:hidden">
            <DateTime time={entry.at} />
          </span>
        </>
      ),
    },
    {
      id: 'changes',
      header: t('audit.column.changes'),
      className: 'in-table:align-top in-table:w-2/5',
      cell: (entry) => <AuditChanges entry={entry} />,
    },
    {
      id: 'address',
      header: t('audit.column.address'),
      className: 'in-table:align-top',
      cell: ({ address }) =>
        address === null ? (
          <span className="text-muted">{t('audit.this_machine')}</span>
        ) : (
          <code className="break-words font-mono text-xs in-table:inline-block in-table:min-w-20">
            {address}
          </code>
        ),
    },
  ];
}

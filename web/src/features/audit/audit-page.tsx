import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { ScrollText } from 'lucide-react';
import { useMemo } from 'react';
import type { AuditEntryAnswer, auditAnswerSchema } from '../../../../src/contract/people/audit.ts';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import {
  type AuditActor,
  auditActorNames,
  auditFilters,
} from '../../../../src/domain/people/audit-filter.ts';
import { ConsoleList } from '../../components/console/console-list.tsx';
import { ExportButton } from '../../components/console/export-button.tsx';
import { DateTime } from '../../components/ui/date-time.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { SelectField } from '../../components/ui/select-field.tsx';
import type { Column } from '../../components/ui/table/table-types.ts';
import { adminApi } from '../../lib/api-client.ts';
import type { ListParams } from '../../lib/console/list-params.ts';
import { consoleKey, follow } from '../../lib/console/live-query.ts';
import { useConsoleList, useTabSearch } from '../../lib/console/use-console-list.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { AuditChanges } from './audit-changes.tsx';
import { AuditSentence } from './audit-sentence.tsx';

const whatWords = {
  all: 'audit.what.all',
  customer: 'console.nav.customers',
  device: 'console.nav.devices',
  key: 'activation_keys.title',
  operator: 'operators.title',
  service: 'audit.what.service',
} as const satisfies Record<(typeof auditFilters)[number], string>;

const whoWords = {
  operator: 'audit.who.operator',
  customer: 'audit.who.customer',
  chat: 'audit.who.chat',
  device: 'audit.who.device',
  command: 'audit.who.command',
} as const satisfies Record<AuditActor, string>;

/** Whose changes are shown, as it stands in the address; undefined: everybody's. */
function useWho() {
  const found: unknown = useSearch({ strict: false })['who'];
  const show = useTabSearch();
  const who = auditActorNames.find((known) => known === found);
  return [who, (value: string) => show({ who: value || undefined, page: undefined })] as const;
}

/** Who changed what, from what to what, and from where. */
export function AuditPage() {
  const { t } = useTranslation();
  const at = useConsoleList(auditFilters);
  const { q, filter, params } = at;
  const [who, setWho] = useWho();
  const list = useQuery(auditQuery({ ...params, who }));
  const columns = useMemo(() => makeAuditColumns(t), [t]);
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={t('audit.title')}
        text={t('audit.text')}
        actions={<ExportButton entity="audit" query={{ q, filter, who }} />}
      />
      <ConsoleList
        label={t('audit.title')}
        at={at}
        list={list}
        search={t('audit.search')}
        tools={
          <SelectField
            label={t('audit.who.label')}
            isLabelHidden
            className="min-w-48"
            options={[
              { value: '', label: t('audit.who.all') },
              ...auditActorNames.map((value) => ({ value, label: t(whoWords[value]) })),
            ]}
            value={who ?? ''}
            onChange={setWho}
          />
        }
        tabs={{
          label: t('audit.what.label'),
          filters: auditFilters,
          wordOf: (one) => t(whatWords[one]),
        }}
        columns={columns}
        rowId={({ id }) => String(id)}
        isNarrowed={at.isNarrowed || who !== undefined}
        empty={{
          icon: ScrollText,
          title: t('audit.empty.title'),
          text: t('audit.empty.text'),
        }}
      />
    </div>
  );
}

function makeAuditColumns(t: TFunction): Column<AuditEntryAnswer>[] {
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

type AuditAnswer = OutputOf<typeof auditAnswerSchema>;
type Params = ListParams & { who: AuditActor | undefined };

function listAudit(query: Params, signal: AbortSignal): Promise<AuditAnswer> {
  return adminApi.get('/api/audit', { query, signal });
}

/** A page of the audit log, newest first. */
function auditQuery(params: Params) {
  return queryOptions({
    queryKey: [...consoleKey, 'audit', params],
    queryFn: ({ signal }) => listAudit(params, signal),
    placeholderData: keepPreviousData,
    meta: follow<AuditAnswer>((answer, message, askAgain) => {
      if (message.event === 'change') askAgain();
      return answer;
    }),
  });
}

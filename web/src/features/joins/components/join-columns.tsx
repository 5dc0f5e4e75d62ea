import type { TFunction } from 'i18next';
import { Check, X } from 'lucide-react';
import type { OperatorQuestionAnswer } from '../../../../../src/contract/devices/questions.ts';
import { CustomerLink } from '../../../components/console/customer-link.tsx';
import { DeviceLink } from '../../../components/console/device-link.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { formatPhone } from '../../../lib/format.ts';
import type { JoinReply } from '../api/answer-join.ts';
import { nameOfJoin } from '../name-of-join.ts';

const kindWords = {
  join: 'joins.kind.join',
  question: 'joins.kind.question',
} as const satisfies Record<OperatorQuestionAnswer['kind'], string>;

interface JoinColumnsOptions {
  t: TFunction;
  onAnswer: (answer: JoinReply['answer'], join: OperatorQuestionAnswer) => void;
}

export function makeJoinColumns(options: JoinColumnsOptions): Column<OperatorQuestionAnswer>[] {
  const { t, onAnswer } = options;
  return [
    {
      id: 'what',
      header: t('joins.column.what'),
      role: 'title',
      cell: ({ device_id: id, site_name: site, key_code: code }) => (
        <>
          {id === null ? t('joins.key_only') : <DeviceLink id={id} name={site ?? id} />}
          <code className="block break-all font-mono font-normal text-muted text-xs">{code}</code>
        </>
      ),
    },
    {
      id: 'customer',
      header: t('joins.column.customer'),
      cell: ({ customer_id: id, customer_name: name, phone }) => (
        <>
          {/* One of whom nothing else is known is called by the number. */}
          <CustomerLink id={id} name={name === phone ? formatPhone(phone) : name} />
          {name !== phone && (
            <span className="block whitespace-nowrap text-muted text-xs tabular-nums">
              {formatPhone(phone)}
            </span>
          )}
        </>
      ),
    },
    {
      id: 'why',
      header: t('joins.column.why'),
      className: 'in-table:max-w-72',
      cell: ({ kind }) => t(kindWords[kind]),
    },
    {
      id: 'since',
      header: t('joins.column.since'),
      cell: ({ asked_at: time }) => <RelativeTime time={time} isFocusable={false} />,
    },
    {
      id: 'actions',
      header: t('ui.table.actions'),
      role: 'actions',
      cell: (join) => (
        <span className="inline-flex flex-wrap gap-2 in-table:flex-nowrap">
          <Button
            look="secondary"
            size="small"
            icon={<Check aria-hidden="true" className="size-4 text-up" />}
            aria-label={t('joins.accept.of', { name: nameOfJoin(join) })}
            onClick={() => onAnswer('accept', join)}
          >
            {t('joins.accept.open')}
          </Button>
          <Button
            look="secondary"
            size="small"
            icon={<X aria-hidden="true" className="size-4 text-mains-lost" />}
            aria-label={t('joins.refuse.of', { name: nameOfJoin(join) })}
            onClick={() => onAnswer('refuse', join)}
          >
            {t('joins.refuse.open')}
          </Button>
        </span>
      ),
    },
  ];
}

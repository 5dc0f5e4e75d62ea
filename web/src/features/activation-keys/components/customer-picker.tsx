import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { SearchField } from '../../../components/ui/search-field.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { describeError } from '../../../lib/error-text.ts';
import { formatNumber, formatPhone } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { findCustomersQuery } from '../api/find-customers.ts';

interface CustomerPickerProps {
  /** The id of the customer who is chosen; empty: nobody yet. */
  value: string;
  onChange: (id: string) => void;
  error: string | undefined;
  isDisabled: boolean;
  /** Who has it now, and cannot be chosen. */
  ownerId: number | null;
  /** The form that Enter sends; the search stands outside of it. */
  formId: string;
}

/** Looks customers up and lets one be chosen. */
export function CustomerPicker(props: CustomerPickerProps) {
  const { value, onChange, error, isDisabled, ownerId, formId } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const [q, setQ] = useState('');
  const list = useQuery(findCustomersQuery(q));
  const { data: found } = list;
  const more = found === undefined ? 0 : found.total - found.data.length;
  return (
    <div className="flex flex-col gap-3">
      <SearchField label={t('activation_keys.transfer.search')} value={q} onChange={setQ} />
      <div
        role="radiogroup"
        tabIndex={-1}
        aria-label={t('activation_keys.transfer.customers')}
        aria-busy={found === undefined || undefined}
        {...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': id })}
        className="rounded-sm outline-none"
      >
        <div className="divide-y divide-line overflow-clip rounded-sm border border-strong">
          {found === undefined && !list.isError && <LoadingRows />}
          {list.isError && (
            <p role="alert" className="px-4 py-3 text-mains-lost text-sm">
              {describeError(list.error, t)}
            </p>
          )}
          {found?.data.length === 0 && (
            <p className="px-4 py-3 text-muted text-sm">{t('activation_keys.transfer.nobody')}</p>
          )}
          {found?.data.map((customer) => (
            <label
              key={customer.id}
              className="flex min-h-11 cursor-pointer items-center gap-3 px-4 py-2 transition hover:bg-raised has-checked:bg-raised has-disabled:cursor-not-allowed has-disabled:text-muted"
            >
              <input
                type="radio"
                name={id}
                form={formId}
                value={customer.id}
                checked={value === String(customer.id)}
                onChange={() => onChange(String(customer.id))}
                disabled={isDisabled || customer.id === ownerId}
                className="size-5 shrink-0 accent-accent"
              />
              <span className="min-w-0 flex-1">
                <span className="block break-words font-semibold text-sm">{customer.name}</span>
                <span className="block text-muted text-xs tabular-nums">
                  {formatPhone(customer.phone)}
                  {customer.id === ownerId && ` · ${t('activation_keys.transfer.owner')}`}
                </span>
              </span>
            </label>
          ))}
        </div>
      </div>
      {more > 0 && (
        <p className="text-muted text-xs">
          {t('activation_keys.transfer.more', {
            count: more,
            number: formatNumber(more, language),
          })}
        </p>
      )}
      {error !== undefined && (
        <p id={id} className="flex items-start gap-1.5 font-semibold text-mains-lost text-xs">
          <CircleAlert aria-hidden="true" className="h-lh w-3.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}

function LoadingRows() {
  return ['w-32', 'w-44', 'w-24'].map((width) => (
    <span key={width} className="flex min-h-11 items-center px-4 py-2">
      <Skeleton className={width} />
    </span>
  ));
}

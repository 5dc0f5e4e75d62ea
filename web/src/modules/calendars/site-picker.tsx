import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { CheckboxField } from '../../components/ui/checkbox.tsx';
import { SearchField } from '../../components/ui/search-field.tsx';
import { toast } from '../../components/ui/toast.ts';
import { devicesQuery } from '../../lib/console/devices-query.ts';
import { describeError } from '../../lib/error-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';

interface SitePickerProps {
  label?: string;
  /** Ids of devices. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  error?: string | undefined;
}

/** As many as an announcement may be for. */
const mostSites = 1_000;
/** As many as the server lists at once. */
const perCall = 200;
const shown = 6;

/** Sites of any customers: found by typing, ticked one by one, or all that match. */
export function SitePicker({ label, value, onChange, error }: SitePickerProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queryClient = useQueryClient();
  const errorId = useId();
  const [q, setQ] = useState('');
  const [isLoading, setIsLoading] = useState(false);
  const search = (page: number, limit: number) =>
    devicesQuery({ ...(q !== '' && { q }), page, limit });
  const { data } = useQuery({ ...search(1, shown), placeholderData: keepPreviousData });
  const total = data?.total ?? 0;
  const number = (count: number) => ({ count, number: formatNumber(count, language) });
  const matching = Math.min(total, mostSites);
  const chosen = new Set(value);

  async function selectMatching(): Promise<void> {
    setIsLoading(true);
    try {
      const found = new Set(value);
      for (let page = 1; (page - 1) * perCall < matching; page += 1) {
        const query = { ...search(page, perCall), staleTime: 0 };
        for (const device of (await queryClient.fetchQuery(query)).data)
          found.add(device.device_id);
      }
      onChange([...found].slice(0, mostSites));
    } catch (failure) {
      toast.error(describeError(failure, t));
    } finally {
      setIsLoading(false);
    }
  }

  return (
    <fieldset aria-describedby={errorId} className="min-w-0">
      <legend className="mb-1.5 font-semibold text-sm">
        {label ?? t('announcements.sites.title')}
      </legend>
      <SearchField label={t('announcements.sites.search')} value={q} onChange={setQ} />
      <div className="mt-1">
        {data?.data.map(({ device_id: id, site_name: name, customer_name: owner }) => (
          <CheckboxField
            key={id}
            label={[name, owner].filter((text) => text != null && text !== '').join(' · ')}
            isChecked={chosen.has(id)}
            onChange={(isChecked) =>
              onChange(isChecked ? [...value, id] : value.filter((other) => other !== id))
            }
          />
        ))}
        {data !== undefined && total === 0 && (
          <p className="py-2 text-muted text-sm">{t('ui.empty_search.title')}</p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {total > 0 && (
          <Button
            look="secondary"
            size="small"
            isBusy={isLoading}
            onClick={() => void selectMatching()}
          >
            {t('announcements.sites.all_matching', number(matching))}
          </Button>
        )}
        <p role="status" className="text-sm">
          {t('announcements.sites.chosen', number(value.length))}
        </p>
        {value.length > 0 && (
          <Button look="ghost" size="small" onClick={() => onChange([])}>
            {t('ui.table.clear')}
          </Button>
        )}
      </div>
      <p id={errorId} role="alert" className="mt-1 font-semibold text-mains-lost text-xs">
        {error}
      </p>
    </fieldset>
  );
}

import { useQuery } from '@tanstack/react-query';
import { KeyRound, Layers, Plus } from 'lucide-react';
import { useMemo } from 'react';
import type { KeyAnswer } from '../../../../../src/contract/keys/keys.ts';
import { keySorts } from '../../../../../src/domain/keys/key-lifecycle.ts';
import { ExportButton } from '../../../components/console/export-button.tsx';
import { ListTools } from '../../../components/console/list-tools.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState, NothingFound } from '../../../components/ui/empty-state.tsx';
import { FilterTabs } from '../../../components/ui/filter-tabs.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { SearchField } from '../../../components/ui/search-field.tsx';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import { useConsoleList } from '../../../lib/console/use-console-list.ts';
import { useMay } from '../../../lib/console/use-may.ts';
import { usePagedTable } from '../../../lib/console/use-paged-table.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { keyStatsQuery, keysQuery } from '../api/keys.ts';
import { keyFilters } from '../key-filters.ts';
import { mostSelected, useKeySelection } from '../use-key-selection.ts';
import { makeKeyColumns } from './key-columns.tsx';
import { KeyStatsBar } from './key-stats-bar.tsx';
import { SelectionTools } from './selection-tools.tsx';
import { useKeyDialogs } from './use-key-dialogs.tsx';
import { useMakingKeys } from './use-making-keys.tsx';

const tabWords = {
  all: 'activation_keys.tab.all',
  unused: 'activation_keys.tab.unused',
  used: 'activation_keys.tab.used',
  ending: 'activation_keys.tab.ending',
  expired: 'activation_keys.tab.expired',
} as const satisfies Record<(typeof keyFilters)[number], string>;

export function KeysPage() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { q, filter, page, sort, params, isNarrowed, setQuery, setPage, setSort, clear } =
    useConsoleList(keyFilters, keySorts);
  const { data: stats } = useQuery(keyStatsQuery);
  const list = useQuery(keysQuery(params));
  const paged = usePagedTable(list, page, setPage);
  const selection = useKeySelection(list.data?.data, params);
  const { open, dialogs } = useKeyDialogs(selection.drop);
  const making = useMakingKeys();
  const mayChange = useMay('support');
  const columns = useMemo(
    () => makeKeyColumns({ t, language, isSortable: true, onAction: mayChange ? open : undefined }),
    [t, language, open, mayChange],
  );
  const createButton = mayChange && (
    <Button
      look="primary"
      icon={<Plus aria-hidden="true" className="size-4" />}
      onClick={() => making.start('one')}
    >
      {t('activation_keys.create.open')}
    </Button>
  );
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={t('activation_keys.title')}
        text={t('activation_keys.text')}
        actions={
          <>
            <ExportButton entity="keys" query={{ q, filter }} />
            {mayChange && (
              <Button
                look="secondary"
                icon={<Layers aria-hidden="true" className="size-4" />}
                onClick={() => making.start('many')}
              >
                {t('activation_keys.bulk.open')}
              </Button>
            )}
            {createButton}
          </>
        }
      />
      <KeyStatsBar stats={stats} />
      <ListTools
        search={<SearchField label={t('activation_keys.search')} value={q} onChange={setQuery} />}
      >
        {mayChange && (
          <SelectionTools
            keys={selection.keys}
            onClear={selection.clear}
            onDeleted={selection.drop}
          />
        )}
      </ListTools>
      <FilterTabs
        label={t('activation_keys.tab.label')}
        value={filter}
        tabs={keyFilters.map((value) => ({
          value,
          label: t(tabWords[value]),
          count: list.data?.counts[value],
        }))}
      />
      <DataTable
        label={t('activation_keys.title')}
        columns={columns}
        isWide
        {...paged}
        rowId={({ key_code: code }) => code}
        sort={sort}
        onSortChange={setSort}
        {...(mayChange && {
          selection: {
            selected: selection.codes,
            onChange: selection.change,
            nameOf: ({ key_code: code }: KeyAnswer) => t('activation_keys.what', { code }),
            matching: {
              total: paged.pager.total,
              most: mostSelected,
              isBusy: selection.isLoading,
              onSelect: selection.selectMatching,
            },
          },
        })}
        empty={
          isNarrowed ? (
            <NothingFound onClear={clear} />
          ) : (
            <EmptyState
              icon={KeyRound}
              title={t('activation_keys.empty.title')}
              text={t('activation_keys.empty.text')}
              action={createButton}
            />
          )
        }
      />
      {making.dialogs}
      {dialogs}
    </div>
  );
}

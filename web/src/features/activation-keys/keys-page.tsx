import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IdCard, KeyRound, Layers, Plus, Trash2, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { KeyAnswer } from '../../../../src/contract/keys/keys.ts';
import { keySorts } from '../../../../src/domain/keys/key-lifecycle.ts';
import { ConsoleList } from '../../components/console/console-list.tsx';
import { ExportButton } from '../../components/console/export-button.tsx';
import { Button } from '../../components/ui/button.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { toast } from '../../components/ui/toast.ts';
import { keyFilters } from '../../lib/console/list-filters.ts';
import { useMay } from '../../lib/console/own-account.ts';
import { useConsoleList } from '../../lib/console/use-console-list.ts';
import { describeError } from '../../lib/error-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { type KeyListParams, keyStatsQuery, keysQuery } from './key-calls.ts';
import { KeyCardsDialog } from './key-cards.tsx';
import { makeKeyColumns } from './key-columns.tsx';
import { DeleteKeysDialog, useKeyDialogs } from './key-dialogs.tsx';
import { KeyStatsBar } from './key-stats-bar.tsx';
import { useMakingKeys } from './making-keys.tsx';

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
  const at = useConsoleList(keyFilters, keySorts);
  const { q, filter, params } = at;
  const { data: stats } = useQuery(keyStatsQuery);
  const list = useQuery(keysQuery(params));
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
      <ConsoleList
        label={t('activation_keys.title')}
        at={at}
        list={list}
        search={t('activation_keys.search')}
        tools={
          mayChange && (
            <SelectionTools
              keys={selection.keys}
              onClear={selection.clear}
              onDeleted={selection.drop}
            />
          )
        }
        tabs={{
          label: t('activation_keys.tab.label'),
          filters: keyFilters,
          wordOf: (one) => t(tabWords[one]),
          counts: list.data?.counts,
        }}
        columns={columns}
        isWide
        rowId={({ key_code: code }) => code}
        {...(mayChange && {
          selection: {
            selected: selection.codes,
            onChange: selection.change,
            nameOf: ({ key_code: code }: KeyAnswer) => t('activation_keys.what', { code }),
            matching: {
              total: list.data?.total ?? 0,
              most: mostSelected,
              isBusy: selection.isLoading,
              onSelect: selection.selectMatching,
            },
          },
        })}
        empty={{
          icon: KeyRound,
          title: t('activation_keys.empty.title'),
          text: t('activation_keys.empty.text'),
          action: createButton,
        }}
      />
      {making.dialogs}
      {dialogs}
    </div>
  );
}

interface SelectionToolsProps {
  keys: readonly KeyAnswer[];
  onClear: () => void;
  onDeleted: (codes: readonly string[]) => void;
}

/** What can be done to the keys that are ticked. */
function SelectionTools({ keys, onClear, onDeleted }: SelectionToolsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [asked, setAsked] = useState<{ what: 'delete' | 'cards'; keys: readonly KeyAnswer[] }>();
  const [isOpen, setIsOpen] = useState(false);
  const ask = (what: 'delete' | 'cards') => {
    setAsked({ what, keys });
    setIsOpen(true);
  };
  const startDeleting = () => {
    if (keys.length === 0) toast.error(t('ui.said.select_keys'));
    else ask('delete');
  };
  const shared = { isOpen, onClose: () => setIsOpen(false) };
  return (
    <>
      {keys.length > 0 && (
        <>
          <Button look="ghost" icon={<X aria-hidden="true" className="size-4" />} onClick={onClear}>
            {t('activation_keys.selection.clear', {
              count: keys.length,
              number: formatNumber(keys.length, language),
            })}
          </Button>
          <Button
            look="secondary"
            icon={<IdCard aria-hidden="true" className="size-4" />}
            onClick={() => ask('cards')}
          >
            {t('activation_keys.cards.open')}
          </Button>
        </>
      )}
      <Button
        look="secondary"
        // Not `disabled`: pressed too early it tells what is missing.
        aria-disabled={keys.length === 0 || undefined}
        className="aria-disabled:opacity-60"
        icon={<Trash2 aria-hidden="true" className="size-4" />}
        onClick={startDeleting}
      >
        {t('activation_keys.delete.open_many')}
      </Button>
      {asked?.what === 'cards' && <KeyCardsDialog keys={asked.keys} {...shared} />}
      {asked?.what === 'delete' && (
        <DeleteKeysDialog keys={asked.keys} onDeleted={onDeleted} {...shared} />
      )}
    </>
  );
}

/** More of them nobody looks through, prints or deletes in one go. */
const mostSelected = 1_000;
/** As many as the server lists at once. */
const perCall = 200;

/**
 * The keys that are ticked, those of other pages included; as they were when they were, so that what is
 * lost with them can be said.
 * @param rows the page that is shown
 * @param params how the list was asked for
 */
function useKeySelection(rows: readonly KeyAnswer[] = [], params: KeyListParams) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlyMap<string, KeyAnswer>>(new Map());
  const [isLoading, setIsLoading] = useState(false);
  const codes = useMemo(() => new Set(chosen.keys()), [chosen]);
  const choose = (keys: readonly KeyAnswer[]) =>
    setChosen(new Map(keys.map((key) => [key.key_code, key])));

  /** Ticks all that match, whatever page they are on. */
  async function selectMatching(): Promise<void> {
    setIsLoading(true);
    try {
      const found: KeyAnswer[] = [];
      for (let page = 1; page * perCall <= mostSelected; page += 1) {
        const query = keysQuery({ ...params, page, limit: perCall });
        const { data, total } = await queryClient.fetchQuery({ ...query, staleTime: 0 });
        found.push(...data);
        if (page * perCall >= total) break;
      }
      choose(found);
    } catch (error) {
      toast.error(describeError(error, t));
    } finally {
      setIsLoading(false);
    }
  }

  return {
    keys: [...chosen.values()],
    codes,
    isLoading,
    change: (codes: ReadonlySet<string>) => {
      const shown = new Map(rows.map((key) => [key.key_code, key]));
      choose([...codes].flatMap((code) => shown.get(code) ?? chosen.get(code) ?? []));
    },
    selectMatching: () => void selectMatching(),
    /** Removes keys that were deleted from the selection. */
    drop: (codes: readonly string[]) =>
      setChosen((before) => new Map([...before].filter(([code]) => !codes.includes(code)))),
    clear: () => setChosen(new Map()),
  };
}

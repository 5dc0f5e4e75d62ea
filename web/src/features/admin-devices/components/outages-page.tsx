import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { CircleCheck, Hourglass } from 'lucide-react';
import { useMemo } from 'react';
import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import { ConsoleList } from '../../../components/console/console-list.tsx';
import { NobodyToldNotice } from '../../../components/console/delivery-marks.tsx';
import { ExportButton } from '../../../components/console/export-button.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { devicesQuery } from '../../../lib/console/devices-query.ts';
import { lostParams } from '../../../lib/console/list-params.ts';
import { useMay } from '../../../lib/console/own-account.ts';
import { sayWell } from '../../../lib/console/say-well.ts';
import { useConsoleList } from '../../../lib/console/use-console-list.ts';
import { useSharedLosses } from '../../../lib/console/use-shared-losses.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { lostFilters, lostSorts, readOutagesSearch } from '../device-search.ts';
import { makeOutageColumns } from './outage-columns.tsx';
import { mostSelected, OutageTools, useDeviceAlerts, useDeviceSelection } from './outage-tools.tsx';

const tabWords = {
  lost: 'outages_now.tab.all',
  unacknowledged: 'outages_now.tab.unacknowledged',
  mains_lost: 'state.mains_lost.word',
  contact_lost: 'state.contact_lost.word',
} as const satisfies Record<(typeof lostFilters)[number], string>;

/** The sites that are without mains or not heard: what nobody was told of, what nobody has acknowledged, the rest. */
export function OutagesPage() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { area } = readOutagesSearch(useSearch({ strict: false }));
  const at = useConsoleList(lostFilters, lostSorts);
  const { q, filter, sort, params } = at;
  const { filter: all, sort: by, direction } = lostParams;
  const asked = {
    ...params,
    filter: filter ?? all,
    ...(sort === undefined && { sort: by, direction }),
    ...(area !== undefined && { area_outage_id: area }),
  };
  const list = useQuery(devicesQuery(asked));
  const well = sayWell(list.data?.counts ?? { all: 0, unknown: 0 }, t, useLanguage());
  const shared = useSharedLosses();
  const selection = useDeviceSelection(list.data?.data);
  const answer = useDeviceAlerts();
  const mayChange = useMay('support');
  const columns = useMemo(
    () => makeOutageColumns(t, mayChange ? answer : undefined),
    [t, mayChange, answer],
  );
  const matching = useMutation({
    mutationFn: async () => {
      const query = devicesQuery({ ...asked, page: 1, limit: mostSelected });
      const { data } = await queryClient.fetchQuery({ ...query, staleTime: 0 });
      return data;
    },
    onSuccess: selection.choose,
    onError: (error) => toast.error(describeError(error, t)),
  });
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={t('outages_now.title')}
        // The order of the list, for whoever has room to read of it.
        text={<span className="max-sm:hidden">{t('outages_now.text')}</span>}
        actions={<ExportButton entity="devices" query={{ q, filter: asked.filter }} />}
      />
      <NobodyToldNotice>
        {shared.map(({ name, Cards }) => (
          <Cards key={name} open={area} />
        ))}
        <ConsoleList
          at={at}
          list={list}
          search={t('admin_devices.search')}
          tools={mayChange && <OutageTools devices={selection.devices} onClear={selection.clear} />}
          tabs={{
            label: t('outages_now.tab.label'),
            filters: lostFilters,
            wordOf: (value) => t(tabWords[value]),
            counts: list.data?.counts,
          }}
          isNarrowed={at.isNarrowed || area !== undefined}
          empty={{
            icon: well.isWell ? CircleCheck : Hourglass,
            title: well.title,
            text: well.text ?? t('outages_now.none'),
          }}
          label={t('outages_now.title')}
          columns={columns}
          rowId={({ device_id: id }) => id}
          {...(mayChange && {
            selection: {
              selected: selection.ids,
              onChange: selection.change,
              nameOf: ({ site_name: name }: DeviceAnswer) => name,
              matching: {
                total: list.data?.total ?? 0,
                most: mostSelected,
                isBusy: matching.isPending,
                onSelect: () => matching.mutate(),
              },
            },
          })}
        />
      </NobodyToldNotice>
    </div>
  );
}

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import type {
  reportSharedAnswerSchema,
  reportSharesAnswerSchema,
  ShareReportBody,
} from '../../../../src/modules/paper/contract.ts';
import { Button } from '../../components/ui/button.tsx';
import { CopyButton } from '../../components/ui/copy-button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { SelectField } from '../../components/ui/select-field.tsx';
import { toast } from '../../components/ui/toast.ts';
import { useReportWords } from '../../features/activity/report-words.ts';
import { customerApi } from '../../lib/api-client.ts';
import { describeError } from '../../lib/error-text.ts';
import type { ReportDialogProps } from '../../lib/extras.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';

const choices = ['7', '30', '90'] as const;

/** Makes a link to the report that ends by itself; it is shown once. Below, those that there are. */
export function ShareReportDialog({ report, device, onClose }: ReportDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const words = useReportWords();
  const sharing = useShareReport();
  const ending = useEndShare();
  const { data: shares = [] } = useQuery(sharesQuery);
  const [days, setDays] = useState<(typeof choices)[number]>('30');
  const { first_date: from, last_date: to } = report.period;
  const made = sharing.data?.data;
  const sayWhy = (error: unknown) =>
    toast.error(t('ui.form.failed', { reason: describeError(error, t) }));
  const share = () =>
    sharing.mutate(
      {
        ...{ from, to, language, days: Number(days) },
        ...(device !== undefined && { device_id: device }),
      },
      { onError: sayWhy },
    );
  const end = (id: number) =>
    ending.mutate(id, {
      onError: sayWhy,
      onSuccess: () => {
        if (made?.id === id) sharing.reset();
        toast.success(t('paper.share.ended'));
      },
    });
  return (
    <Dialog isOpen onClose={onClose} title={t('paper.share.title')}>
      <p className="text-sm">
        {t('paper.share.text', { period: words.dates({ first: from, last: to }) })}
      </p>
      {made === undefined ? (
        <div className="mt-4 flex flex-wrap items-end gap-3">
          <SelectField
            className="min-w-40 flex-1"
            label={t('paper.share.days')}
            options={choices.map((value) => ({
              value,
              label: t('paper.share.days_option', { count: Number(value) }),
            }))}
            value={days}
            onChange={setDays}
          />
          <Button look="primary" isBusy={sharing.isPending} onClick={share}>
            {t('paper.share.make')}
          </Button>
        </div>
      ) : (
        <div className="mt-4" role="status">
          <p className="flex items-center gap-1 text-sm">
            <code className="min-w-0 break-all">{`${window.location.origin}${made.path}`}</code>
            <CopyButton
              text={`${window.location.origin}${made.path}`}
              what={t('paper.share.address')}
            />
          </p>
          <p className="mt-1 text-muted text-sm">{t('paper.share.once')}</p>
        </div>
      )}
      {shares.length > 0 && (
        <>
          <h3 className="mt-6 font-semibold">{t('paper.share.list')}</h3>
          <ul className="mt-2 divide-y divide-line">
            {shares.map((shared) => {
              const name = words.dates({ first: shared.first_date, last: shared.last_date });
              return (
                <li key={shared.id} className="flex items-center justify-between gap-4 py-2">
                  <span className="min-w-0">
                    <span className="wrap-anywhere">{name}</span>
                    {shared.device_id !== null && (
                      <span className="text-muted text-xs"> {shared.device_id}</span>
                    )}
                    <span className="block text-muted text-xs">
                      {t('paper.share.until', {
                        date: formatDateTime(shared.expires_at, language),
                      })}
                    </span>
                  </span>
                  <Button
                    look="secondary"
                    size="small"
                    aria-label={t('paper.share.end_name', { name })}
                    isBusy={ending.isPending && ending.variables === shared.id}
                    onClick={() => end(shared.id)}
                  >
                    {t('paper.share.end')}
                  </Button>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </Dialog>
  );
}

const path = '/api/customer/report-shares';
const queryKey = ['paper', 'shares'];

/** The reports that can be read by a link. */
const sharesQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }) =>
    customerApi.get<OutputOf<typeof reportSharesAnswerSchema>>(path, { signal }),
  select: ({ data }) => data,
});

/** Makes a link; its address is in the answer only. */
function useShareReport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ShareReportBody) =>
      customerApi.post<OutputOf<typeof reportSharedAnswerSchema>>(path, body),
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  });
}

/** Ends a link. */
function useEndShare() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => customerApi.delete(`${path}/${id}`),
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  });
}

import { FileUp } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { spanOf } from '../../components/planned/planned-span.ts';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Form } from '../../components/ui/form/form.tsx';
import { useSaveForm } from '../../components/ui/form/use-save-form.ts';
import { Tabs } from '../../components/ui/tabs.tsx';
import { TextAreaField } from '../../components/ui/text-field.tsx';
import { toast } from '../../components/ui/toast.ts';
import type { ChosenSites, SitesField } from '../../features/portal/components/site-choice.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { describeError, sayCode, sayFinding } from '../../lib/error-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import {
  type PlannedLine,
  type PlannedSource,
  previewFile,
  useAddCalendar,
  useImportFile,
} from './planned-source.ts';

interface ImportProps {
  source: PlannedSource;
  /** The sites at first. */
  sites: ChosenSites;
  renderSites: (field: SitesField) => ReactNode;
  onDone: () => void;
}

interface ImportDialogProps extends Omit<ImportProps, 'onDone'> {
  onClose: () => void;
}

/** Brings announced outages in: from a file, or from a calendar that is then read every hour. */
export function ImportDialog({ onClose, ...props }: ImportDialogProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<'file' | 'calendar'>('file');
  const rest = { ...props, onDone: onClose };
  return (
    <Dialog isOpen onClose={onClose} size="large" title={t('calendars.import.title')}>
      <Tabs
        label={t('calendars.import.title')}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'file', label: t('calendars.import.file'), panel: <ImportFile {...rest} /> },
          {
            value: 'calendar',
            label: t('calendars.import.calendar'),
            panel: <ImportCalendar {...rest} />,
          },
        ]}
      />
    </Dialog>
  );
}

/** As much as the server takes at once. */
const longest = 14_000;

/** A table of outages: looked through line by line, and announced after that. */
function ImportFile({ source, sites, renderSites, onDone }: ImportProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const [csv, setCsv] = useState('');
  const [deviceIds, setDeviceIds] = useState(sites);
  const [lines, setLines] = useState<readonly PlannedLine[] | null>(null);
  const [error, setError] = useState<string>();
  const [isReading, setIsReading] = useState(false);
  const { mutateAsync, isPending } = useImportFile(source);
  const good = lines?.filter(({ fault }) => fault === null).length ?? 0;
  const change = (text: string) => {
    setCsv(text);
    setLines(null);
    setError(undefined);
  };
  const attempt = async (work: () => Promise<void>) => {
    setError(undefined);
    try {
      await work();
    } catch (failure) {
      const finding = failure instanceof ApiError ? failure.findings['csv'] : undefined;
      setError(finding === undefined ? describeError(failure, t) : sayFinding(finding, t));
    }
  };
  const check = () =>
    attempt(async () => {
      setIsReading(true);
      try {
        setLines(await previewFile(source, { csv, deviceIds }));
      } finally {
        setIsReading(false);
      }
    });
  const announce = () =>
    attempt(async () => {
      await mutateAsync({ csv, deviceIds });
      const number = formatNumber(good, language);
      toast.success(t('calendars.import.announced', { count: good, number }));
      onDone();
    });
  return (
    <div className="flex flex-col gap-5">
      <p className="text-muted text-sm">{t('calendars.import.file_text')}</p>
      <div>
        <Button
          look="secondary"
          icon={<FileUp aria-hidden="true" className="size-4" />}
          onClick={() => input.current?.click()}
        >
          {t('calendars.import.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,text/csv"
          hidden
          aria-label={t('calendars.import.choose')}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file !== undefined) void readText(file).then(change);
            event.target.value = '';
          }}
        />
      </div>
      <TextAreaField
        label={t('calendars.import.lines')}
        hint={
          <code className="whitespace-pre-line">
            {'date,from,to,sites,note\n2026-12-31,09:00,12:00'}
          </code>
        }
        value={csv}
        onChange={change}
        rows={6}
        maxLength={longest}
        error={error}
      />
      {renderSites({
        label: t('calendars.import.sites'),
        value: deviceIds,
        onChange: (value) => {
          setDeviceIds(value);
          setLines(null);
        },
      })}
      {lines !== null && <Preview lines={lines} />}
      <div className="flex justify-end">
        {lines === null || good === 0 ? (
          <Button
            look="primary"
            isBusy={isReading}
            disabled={csv.trim() === ''}
            onClick={() => void check()}
          >
            {t('calendars.import.check')}
          </Button>
        ) : (
          <Button look="primary" isBusy={isPending} onClick={() => void announce()}>
            {t('calendars.import.announce', { count: good, number: formatNumber(good, language) })}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Spreadsheets in Thai still write the code page of old Windows. */
async function readText(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-874').decode(bytes);
  }
}

function Preview({ lines }: { lines: readonly PlannedLine[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <ol
      aria-label={t('calendars.import.preview')}
      aria-live="polite"
      className="divide-y divide-line rounded-md border border-line px-4"
    >
      {lines.map(({ line, starts_at: from, ends_at: to, sites, note, fault }) => (
        <li key={line} className="wrap-anywhere py-2 text-sm">
          <p className="tabular-nums">
            <span className="text-muted">{t('calendars.import.line', { line })}</span>{' '}
            {from !== null && to !== null && spanOf({ from, to }, language)}
          </p>
          {fault === null ? (
            <p className="text-muted">
              {[sites?.join(', ') ?? t('planned.all_sites'), note]
                .filter((text) => text !== '')
                .join(' · ')}
            </p>
          ) : (
            <p className="font-semibold text-mains-lost">
              {t('calendars.import.left_out', { reason: sayCode(fault, t) ?? fault })}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

function ImportCalendar({ source, sites, renderSites, onDone }: ImportProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { mutateAsync } = useAddCalendar(source);
  const form = useSaveForm({
    defaultValues: { url: '', sites },
    check: (values) => ({
      ...(values.url.trim() === '' && { url: t('ui.finding.required') }),
      ...(values.sites?.length === 0 && { sites: t('planned.form.sites_missing') }),
    }),
    save: (values) => mutateAsync({ url: values.url, deviceIds: values.sites }),
    onSaved: ({ outages }) => {
      const number = formatNumber(outages, language);
      toast.success(t('calendars.import.added', { count: outages, number }));
      onDone();
    },
    describe: (error) => t('contacts.failed', { reason: describeError(error, t) }),
  });
  return (
    <Form form={form}>
      <p className="text-muted text-sm">{t('calendars.import.calendar_text')}</p>
      <form.AppField name="url">
        {(field) => (
          <field.TextField
            inputMode="url"
            label={t('calendars.import.address')}
            maxLength={2000}
            autoComplete="off"
          />
        )}
      </form.AppField>
      <form.AppField name="sites">
        {(field) => (
          <>
            {renderSites({
              value: field.state.value,
              onChange: field.handleChange,
              error: field.state.meta.errors.find((error) => typeof error === 'string'),
            })}
          </>
        )}
      </form.AppField>
      <form.FormError />
      <div className="flex justify-end">
        <form.SubmitButton>{t('calendars.import.add_calendar')}</form.SubmitButton>
      </div>
    </Form>
  );
}

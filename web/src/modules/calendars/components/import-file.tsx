import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { spanOf } from '../../../components/planned/planned-span.ts';
import { Button } from '../../../components/ui/button.tsx';
import { TextAreaField } from '../../../components/ui/text-area-field.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { describeError, sayCode, sayFinding } from '../../../lib/error-text.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { type PlannedLine, previewFile, useImportFile } from '../api/planned-source.ts';
import type { ImportProps } from './import-dialog.tsx';

/** As much as the server takes at once. */
const longest = 14_000;

/** A table of outages: looked through line by line, and announced after that. */
export function ImportFile({ source, sites, renderSites, onDone }: ImportProps) {
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

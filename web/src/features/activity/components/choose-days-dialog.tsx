import { type FormEvent, useState } from 'react';
import type { LocalDates } from '../../../../../src/domain/local-days.ts';
import { Button } from '../../../components/ui/button.tsx';
import { DateField } from '../../../components/ui/clock-field.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { searchOfDates } from '../report-time.ts';
import { useActivitySearch } from '../use-activity-search.ts';

interface ChooseDaysDialogProps {
  isOpen: boolean;
  /** What is shown now. */
  dates: LocalDates;
  today: string;
  onClose: () => void;
}

/** The first and the last day of a report. */
export function ChooseDaysDialog({ isOpen, onClose, ...days }: ChooseDaysDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} size="small" title={t('report.period.choose')}>
      <DaysForm {...days} onClose={onClose} />
    </Dialog>
  );
}

function DaysForm({ dates, today, onClose }: Omit<ChooseDaysDialogProps, 'isOpen'>) {
  const { t } = useTranslation();
  const { show } = useActivitySearch();
  const [first, setFirst] = useState(dates.first);
  const [last, setLast] = useState(dates.last < today ? dates.last : today);
  const [isTold, setIsTold] = useState(false);
  const firstError = first === '' ? t('report.period.missing') : undefined;
  const lastError =
    last === ''
      ? t('report.period.missing')
      : first !== '' && last < first
        ? t('report.period.wrong_order')
        : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTold(true);
    if (firstError !== undefined || lastError !== undefined) return;
    show(searchOfDates({ first, last }, today));
    onClose();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField
          label={t('report.period.first')}
          value={first}
          onChange={setFirst}
          {...(isTold && firstError !== undefined && { error: firstError })}
        />
        <DateField
          label={t('report.period.last')}
          value={last}
          onChange={setLast}
          {...(isTold && lastError !== undefined && { error: lastError })}
        />
      </div>
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button look="secondary" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button look="primary" type="submit">
          {t('report.period.show')}
        </Button>
      </div>
    </form>
  );
}

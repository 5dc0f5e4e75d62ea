import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { KeyAnswer } from '../../../../../src/contract/keys/keys.ts';
import { renewalChoices } from '../../../../../src/domain/keys/key-lifecycle.ts';
import { Button } from '../../../components/ui/button.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { formatBaht, formatDate } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { publicInfoQuery } from '../../../lib/public-info-query.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useRenewKey } from '../api/change-keys.ts';
import { describeKeyError } from '../describe-key-error.ts';
import { EditSection } from './edit-section.tsx';

interface RenewKeyFormProps {
  activationKey: KeyAnswer;
  onDone: () => void;
}

/** Moves the end of a key that serves a device; asks before. */
export function RenewKeyForm({ activationKey: key, onDone }: RenewKeyFormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const renew = useRenewKey();
  const { data: info } = useQuery(publicInfoQuery);
  const [choice, setChoice] = useState('12');
  const [isAsking, setIsAsking] = useState(false);
  const { key_code: code, device_id: device, expires_at: end } = key;
  if (device === null || end === null) {
    return (
      <EditSection title={t('activation_keys.renew.title')} text={t('ui.said.key_not_bound')} />
    );
  }
  const months = Number(choice);
  const years = info?.keyValidityYears ?? 1;
  const labelOf = (count: number) =>
    info !== undefined && count === years * 12
      ? t('activation_keys.renew.as_sold', {
          count: years,
          price: formatBaht(info.prices.renewal),
        })
      : t('activation_keys.renew.choice', { count });
  const from =
    key.status === 'expired'
      ? t('activation_keys.renew.from_now')
      : t('activation_keys.renew.from_end', { date: formatDate(end, language) });
  return (
    <EditSection title={t('activation_keys.renew.title')} text={from}>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label={t('activation_keys.renew.months')}
          className="min-w-40 flex-1"
          options={renewalChoices(years).map((count) => ({
            value: String(count),
            label: labelOf(count),
          }))}
          value={choice}
          onChange={setChoice}
        />
        <Button look="primary" onClick={() => setIsAsking(true)}>
          {t('activation_keys.renew.action')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('activation_keys.renew.question', { count: months })}
        description={
          <>
            <code className="font-mono">{code}</code>
            <br />
            {from}
          </>
        }
        action={t('activation_keys.renew.confirm', { count: months })}
        describe={(error) => describeKeyError(error, t)}
        onConfirm={async () => {
          const { data } = await renew.mutateAsync({ code, months });
          const date = formatDate(data.expires_at ?? end, language);
          toast.success(t('activation_keys.renew.done', { date }));
          onDone();
        }}
      />
    </EditSection>
  );
}

import { Send } from 'lucide-react';
import { useState } from 'react';
import type { ChannelAnswer } from '../../../../../src/contract/system/channels.ts';
import { Form } from '../../../components/ui/form/form.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { Notice } from '../../../components/ui/notice.tsx';
import { channelWords } from '../../../lib/console/channel-words.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useTestChannel } from '../api/channels.ts';
import { settingWords } from '../setting-words.ts';

/** Sends one message to an address of the operator's own, and shows what the far end says to it. */
export function TestForm({ name }: { name: Exclude<ChannelAnswer['name'], 'webpush'> }) {
  const { t } = useTranslation();
  const { mutateAsync } = useTestChannel(name);
  const [outcome, setOutcome] = useState<{ refusal: string | null } | null>(null);
  const form = useSaveForm({
    defaultValues: { address: '' },
    check: ({ address }) => ({ address: address.trim() === '' && t('ui.finding.required') }),
    save: ({ address }) => {
      setOutcome(null);
      return mutateAsync(address.trim());
    },
    onSaved: (refusal) => setOutcome({ refusal }),
  });
  return (
    <Form form={form} className="gap-3 border-line border-t pt-5">
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <form.AppField name="address">
            {(field) => (
              <field.TextField
                label={t(settingWords[name].address)}
                hint={t('channels.test.hint')}
                maxLength={300}
              />
            )}
          </form.AppField>
        </div>
        <form.SubmitButton
          look="secondary"
          className="mt-8"
          icon={<Send aria-hidden="true" className="size-4" />}
        >
          {t('channels.test.action')}
          <span className="sr-only">: {t(channelWords[name])}</span>
        </form.SubmitButton>
      </div>
      <form.FormError />
      {outcome !== null &&
        (outcome.refusal === null ? (
          <Notice kind="success" isNew>
            {t('channels.test.taken')}
          </Notice>
        ) : (
          <Notice kind="error" title={t('channels.test.refused')} isNew>
            <code className="wrap-anywhere font-mono text-xs">{outcome.refusal}</code>
          </Notice>
        ))}
    </Form>
  );
}

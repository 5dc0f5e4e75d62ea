import { NoSerial } from '../../../components/serial/no-serial.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { CopyButton } from '../../../components/ui/copy-button.tsx';
import { KeyValueList } from '../../../components/ui/key-value-list.tsx';
import type { DeviceSetup } from '../../../lib/device-setup.ts';
import { formatPhone } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLogInAgain } from '../use-log-in-again.ts';

interface OtherWayProps {
  reason: 'unsupported' | 'insecure';
  setup: DeviceSetup;
}

/** For a browser that cannot use the cable: which one can, and how it goes without a cable. */
export function OtherWay({ reason, setup }: OtherWayProps) {
  const { t } = useTranslation();
  useLogInAgain(false);
  const steps = [t('configure.other.join'), t('configure.other.fill'), t('configure.other.wait')];
  return (
    <div className="mt-6 grid max-w-3xl gap-5">
      <NoSerial reason={reason} page={location.href} />
      <Card className="p-5 sm:p-6">
        <h2 className="font-semibold text-lg">{t('configure.other.title')}</h2>
        <ol className="mt-3 list-decimal space-y-1.5 pl-5 text-sm marker:font-semibold marker:text-accent-text">
          {steps.map((step) => (
            <li key={step} className="pl-1">
              {step}
            </li>
          ))}
        </ol>
        <KeyValueList
          className="mt-4 border-line border-t"
          entries={[
            {
              term: t('configure.settings.key'),
              value: (
                <span className="flex items-center gap-1">
                  <code className="break-all font-mono">{setup.activationKey}</code>
                  <CopyButton text={setup.activationKey} what={t('configure.settings.key')} />
                </span>
              ),
            },
            { term: t('configure.settings.phone'), value: formatPhone(setup.phone) },
          ]}
        />
      </Card>
    </div>
  );
}

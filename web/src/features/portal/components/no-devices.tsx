import { Plug } from 'lucide-react';
import { Fragment } from 'react';
import { formatPhone } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { customerSession } from '../../../lib/session.ts';
import { useSession } from '../../../lib/use-session.ts';

/** No device yet: how to bring the first one here. */
export function NoDevices() {
  const { t } = useTranslation();
  const phone = formatPhone(useSession(customerSession)?.user.phone ?? '');
  const steps = [
    t('devices.empty.step1'),
    t('devices.empty.step2', { phone }),
    t('devices.empty.step3'),
  ];
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center px-5 py-10 sm:px-8">
      <span className="grid size-13 place-items-center rounded-full bg-raised text-muted">
        <Plug aria-hidden="true" className="size-6" />
      </span>
      <p className="mt-4 font-semibold">{t('devices.empty.title')}</p>
      <p className="mt-1 text-balance text-center text-muted text-sm">{t('devices.empty.lead')}</p>
      <ol className="mt-6 w-full space-y-4">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-3 text-sm">
            <span
              aria-hidden="true"
              className="grid size-7 shrink-0 place-items-center rounded-full border border-line bg-raised font-semibold text-accent-text text-xs tabular-nums"
            >
              {index + 1}
            </span>
            <span className="min-w-0 pt-0.5">
              {/* A number that has to be typed is read from one line. */}
              {(phone === '' ? [step] : step.split(phone)).map((text, part) => (
                <Fragment key={text}>
                  {part > 0 && <span className="whitespace-nowrap">{phone}</span>}
                  {text}
                </Fragment>
              ))}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

import { KeyRound, Phone, SkipForward, Wifi } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { hasBot, usePublicInfo } from '../use-public-info.ts';
import { Command } from './command.tsx';

/** The name every board opens its own network under; the six characters are its own. */
const networkName = 'FaiWatch-XXXXXX';

/** Picture or note below the text of a step. */
export function HowDetail({ step }: { step: 'order' | 'flash' | 'configure' | 'connect' }) {
  switch (step) {
    case 'order':
      return null;
    case 'flash':
      return <FlashDetail />;
    case 'configure':
      return <ConfigureDetail />;
    case 'connect':
      return <ConnectDetail />;
  }
}

function FlashDetail() {
  const { t } = useTranslation();
  return (
    <p className="mt-3 flex items-start gap-2 font-semibold text-accent-text text-sm">
      <SkipForward aria-hidden="true" className="h-lh w-4 shrink-0" />
      {t('how.flash.skip')}
    </p>
  );
}

const fields = [
  { icon: Wifi, name: 'how.configure.field_wifi' },
  { icon: KeyRound, name: 'how.configure.field_key' },
  { icon: Phone, name: 'how.configure.field_phone' },
] as const;

/** The board's own network, and the form that opens there. */
function ConfigureDetail() {
  const { t } = useTranslation();
  return (
    <div className="mt-4 max-w-72 rounded-md border border-line bg-surface text-sm">
      <p className="flex items-center gap-2.5 border-line border-b px-3.5 py-2.5">
        <Wifi aria-hidden="true" className="size-4 shrink-0 text-accent-text" />
        <span className="sr-only">{t('how.configure.network')}: </span>
        <code className="font-mono text-sm">{networkName}</code>
      </p>
      <ul aria-label={t('how.configure.fields')} className="space-y-1.5 p-2.5">
        {fields.map(({ icon: Icon, name }) => (
          <li
            key={name}
            className="flex items-center gap-2.5 rounded-sm border border-line px-2.5 py-1 text-muted"
          >
            <Icon aria-hidden="true" className="size-4 shrink-0" />
            {t(name)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function ConnectDetail() {
  const { t } = useTranslation();
  const { info } = usePublicInfo();
  return (
    <>
      {/* Its room stays, so that nothing moves. */}
      <div className={hasBot(info) ? undefined : 'invisible'}>
        <p className="mt-1 text-pretty text-muted text-sm">{t('how.connect.bot')}</p>
        <p className="mt-3">
          <Command text="/register" />
        </p>
      </div>
      <p className="mt-3 text-muted text-sm">{t('how.connect.after')}</p>
    </>
  );
}

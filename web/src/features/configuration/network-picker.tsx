import { Lock, type LucideIcon, RefreshCw, WifiHigh, WifiIcon, WifiLow } from 'lucide-react';
import { useState } from 'react';
import { Button, Spinner } from '../../components/ui/button.tsx';
import { classNames } from '../../lib/class-names.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { findSignalWord, type SignalWord } from '../../lib/signal-word.ts';
import { useLanguage } from '../../lib/use-language.ts';
import type { HeardNetwork, SessionState } from './session/session-state.ts';

/** How many are shown at first. The wanted network is usually a strong one. */
const shownAtFirst = 6;

interface NetworkPickerProps {
  state: SessionState;
  chosen: string;
  onChoose: (network: HeardNetwork) => void;
  onSearch: () => void;
  isDisabled: boolean;
}

/** The Wi-Fi that the board itself hears, which is what it can join. Empty while it has told none. */
export function NetworkPicker(props: NetworkPickerProps) {
  const { state, chosen, onChoose, onSearch, isDisabled } = props;
  const { networks, isSearching, link } = state;
  const { t } = useTranslation();
  const [isAllShown, setIsAllShown] = useState(false);
  if (networks === null) {
    return isSearching ? <Searching className="sm:col-span-2" /> : null;
  }
  const shown = isAllShown ? networks : networks.slice(0, shownAtFirst);
  return (
    <fieldset disabled={isDisabled} className="min-w-0 sm:col-span-2">
      <legend className="font-semibold text-sm">{t('configure.wifi.heard.title')}</legend>
      {networks.length === 0 && (
        <p className="mt-1.5 text-muted text-sm">{t('configure.wifi.heard.none')}</p>
      )}
      <div className="mt-1.5 grid gap-2 sm:grid-cols-2">
        {shown.map((network) => (
          <NetworkButton
            key={network.name}
            network={network}
            isChosen={network.name === chosen}
            onChoose={() => onChoose(network)}
          />
        ))}
      </div>
      <div className="mt-2 flex min-h-11 flex-wrap items-center gap-2">
        {shown.length < networks.length && (
          <Button look="ghost" size="small" onClick={() => setIsAllShown(true)}>
            {t('configure.wifi.heard.all', { count: networks.length })}
          </Button>
        )}
        {isSearching ? (
          <Searching />
        ) : (
          <Button
            look="ghost"
            size="small"
            disabled={link !== 'open'}
            icon={<RefreshCw aria-hidden="true" className="size-4" />}
            onClick={onSearch}
          >
            {t('configure.wifi.heard.again')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

function Searching({ className }: { className?: string }) {
  const { t } = useTranslation();
  return (
    <p
      role="status"
      className={classNames('flex items-center gap-2 text-muted text-sm', className)}
    >
      <Spinner />
      {t('configure.wifi.heard.searching')}
    </p>
  );
}

interface NetworkButtonProps {
  network: HeardNetwork;
  isChosen: boolean;
  onChoose: () => void;
}

function NetworkButton({ network, isChosen, onChoose }: NetworkButtonProps) {
  const { t } = useTranslation();
  const { name, strength, isOpen } = network;
  const language = useLanguage();
  const word = findSignalWord(strength);
  const Icon = signalIcons[word];
  const signal = t('events.signal.of', {
    quality: t(word),
    dbm: formatNumber(strength, language),
  });
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={classNames(
        'flex min-h-11 min-w-0 items-center gap-2.5 rounded-md border px-3 py-2 text-left text-sm transition disabled:cursor-not-allowed disabled:text-muted',
        isChosen
          ? 'border-accent bg-raised font-semibold'
          : 'border-line enabled:hover:border-strong',
      )}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0 text-accent-text" />
      <span className="wrap-anywhere min-w-0 flex-1">{name}</span>
      <span className="sr-only">, {signal}</span>
      {isOpen ? (
        <span className="shrink-0 text-muted text-xs">{t('configure.wifi.heard.open')}</span>
      ) : (
        <>
          <Lock aria-hidden="true" className="size-4 shrink-0 text-muted" />
          <span className="sr-only">, {t('configure.wifi.heard.locked')}</span>
        </>
      )}
    </button>
  );
}

const signalIcons = {
  'events.signal.strong': WifiIcon,
  'events.signal.good': WifiHigh,
  'events.signal.fair': WifiLow,
  'events.signal.weak': WifiLow,
} as const satisfies Record<SignalWord, LucideIcon>;

import { Check, Copy, Mail, Share2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import type { SetupNetwork } from '../../lib/serial/setup-network.ts';
import type { SerialSupport } from '../../lib/serial/web-serial.ts';
import { Button, buttonClasses } from '../ui/button.tsx';
import { CopyButton, copyText } from '../ui/copy-button.tsx';
import { KeyValueList } from '../ui/key-value-list.tsx';
import { Notice } from '../ui/notice.tsx';

interface NoSerialProps {
  reason: Extract<SerialSupport, { serial: null }>['reason'];
  /** The address that leads back here on another computer. */
  page: string;
}

/** Tells that this browser cannot or may not use a serial port, and which one can. */
export function NoSerial({ reason, page }: NoSerialProps) {
  const { t } = useTranslation();
  const isInsecure = reason === 'insecure';
  return (
    <Notice
      kind="error"
      title={isInsecure ? t('serial.insecure.title') : t('serial.unsupported.title')}
    >
      <p className="mt-1">
        {isInsecure
          ? t('serial.insecure.text', { origin: location.origin })
          : t('serial.unsupported.text')}
      </p>
      {!isInsecure && <SendPage page={page} />}
    </Notice>
  );
}

/** Brings the page from a phone to the computer that the board is plugged into. */
function SendPage({ page }: { page: string }) {
  const { t } = useTranslation();
  const [isCopied, setIsCopied] = useState(false);
  const Icon = isCopied ? Check : Copy;
  const mail = new URLSearchParams({ subject: document.title, body: page });
  return (
    <div className="mt-3">
      <p className="font-semibold">{t('serial.send.title')}</p>
      {/* For whoever types it off the phone, and where nothing may be copied. */}
      <p className="wrap-anywhere mt-1 select-all text-muted text-sm">{page}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {'share' in navigator && (
          <Button
            look="primary"
            size="small"
            icon={<Share2 aria-hidden="true" className="size-4" />}
            // Closed without a choice: nothing went wrong.
            onClick={() => void navigator.share({ url: page }).catch(() => {})}
          >
            {t('serial.send.share')}
          </Button>
        )}
        <a
          // Mail programs do not read a plus as a space.
          href={`mailto:?${mail.toString().replaceAll('+', '%20')}`}
          className={buttonClasses('secondary', undefined, 'small')}
        >
          <Mail aria-hidden="true" className="size-4" />
          {t('serial.send.mail')}
        </a>
        <Button
          look="secondary"
          size="small"
          icon={<Icon aria-hidden="true" className="size-4" />}
          onClick={async () => setIsCopied(await copyText(page))}
        >
          {isCopied ? t('serial.send.copied') : t('serial.send.copy')}
        </Button>
      </div>
    </div>
  );
}

interface ProblemNoticeProps {
  kind?: 'error' | 'warning' | 'info';
  title: string;
  /** Hints, in the order in which to try them. */
  hints: readonly string[];
  /** Further information. */
  note?: string | undefined;
  /** The original message of the browser or the board. */
  reason?: string | undefined;
  /** Buttons and links. */
  actions?: ReactNode;
  className?: string;
}

/** What went wrong, why, and what to do now. */
export function ProblemNotice(props: ProblemNoticeProps) {
  const { kind = 'error', title, hints, note, reason, actions, className } = props;
  const { t } = useTranslation();
  return (
    <Notice kind={kind} title={title} {...(className !== undefined && { className })}>
      {hints.length === 1 && <p className="mt-1">{hints[0]}</p>}
      {hints.length > 1 && (
        <ol className="mt-1 list-decimal space-y-1 pl-5 marker:text-muted">
          {hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ol>
      )}
      {note !== undefined && <p className="mt-2 text-muted">{note}</p>}
      {reason !== undefined && (
        <p className="mt-2 break-words text-muted text-xs">
          {t('serial.reason')} <code className="font-mono">{reason}</code>
        </p>
      )}
      {actions !== undefined && <div className="mt-3 flex flex-wrap gap-2">{actions}</div>}
    </Notice>
  );
}

interface SetupNetworkNoticeProps {
  network: SetupNetwork;
  className?: string;
}

/** How a phone gets into the Wi-Fi of a board that is not configured yet; nothing while it is unknown. */
export function SetupNetworkNotice({ network, className }: SetupNetworkNoticeProps) {
  const { t } = useTranslation();
  const { name, password } = network;
  if (password === null) return null;
  return (
    <section aria-label={t('serial.setup_network.title')} className={className}>
      <h3 className="font-semibold text-sm">{t('serial.setup_network.title')}</h3>
      <p className="mt-1 text-muted text-sm">{t('serial.setup_network.text')}</p>
      <KeyValueList
        className="mt-2"
        entries={[
          ...(name === null
            ? []
            : [{ term: t('devices.network.ssid'), value: <code>{name}</code> }]),
          {
            term: t('devices.network.password'),
            value: (
              <span className="-my-2 inline-flex items-center gap-1">
                <code className="font-semibold text-base">{password}</code>
                <CopyButton
                  text={password}
                  what={t('devices.network.password')}
                  className="-mr-2.5"
                />
              </span>
            ),
          },
        ]}
      />
    </section>
  );
}

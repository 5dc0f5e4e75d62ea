import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { createPortal } from 'react-dom';
import type { KeyAnswer } from '../../../../src/contract/keys/keys.ts';
import { Logo } from '../../components/layout/site-controls.tsx';
import { Button } from '../../components/ui/button.tsx';
import { CopyAllButton } from '../../components/ui/copy-all-button.tsx';
import { CopyButton } from '../../components/ui/copy-button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { QrCode } from '../../components/ui/qr-code.tsx';
import { useTranslation } from '../../lib/i18n.ts';
import { botQuery } from './key-calls.ts';
import { boardWords, purchaseTypeWords } from './key-columns.tsx';

interface KeyCardsDialogProps {
  keys: readonly KeyAnswer[];
  isOpen: boolean;
  onClose: () => void;
  /** Default: the title for cards in general. */
  title?: string;
}

/** Shows keys to hand on: copy one, copy all, or print cards. */
export function KeyCardsDialog({ keys, isOpen, onClose, title }: KeyCardsDialogProps) {
  const { t } = useTranslation();
  const codes = keys.map(({ key_code: code }) => code);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title ?? t('activation_keys.cards.title', { count: codes.length })}
      description={t('activation_keys.cards.text')}
      footer={
        <>
          <Button look="ghost" className="sm:mr-auto" onClick={onClose}>
            {t('ui.close')}
          </Button>
          <CopyAllButton
            texts={codes}
            label={t('activation_keys.cards.copy', { count: codes.length })}
          />
          <Button
            look="primary"
            icon={<Printer aria-hidden="true" className="size-4" />}
            onClick={() => print()}
          >
            {t('activation_keys.cards.print')}
          </Button>
        </>
      }
    >
      <ul className="divide-y divide-line rounded-sm border border-line">
        {codes.map((code) => (
          <li key={code} className="flex items-center justify-between gap-2 py-0.5 pr-1 pl-4">
            <code className="break-all font-mono text-sm">{code}</code>
            <CopyButton text={code} what={t('activation_keys.what', { code })} />
          </li>
        ))}
      </ul>
      {isOpen && <KeyCardsSheet keys={keys} />}
    </Dialog>
  );
}

/** Cards for A4 paper, ten to a page, in place of the page when it is printed. */
function KeyCardsSheet({ keys }: { keys: readonly KeyAnswer[] }) {
  const { data: bot = null } = useQuery(botQuery);
  return createPortal(
    // The stylesheet leaves the rest of the page out where there is a sheet.
    <div data-sheet className="hidden grid-cols-2 gap-[3mm] print:grid">
      {keys.map((key) => (
        <KeyCard key={key.key_code} activationKey={key} bot={bot} />
      ))}
    </div>,
    document.body,
  );
}

interface KeyCardProps {
  activationKey: KeyAnswer;
  /** With its @; null: none is connected. */
  bot: string | null;
}

function KeyCard({ activationKey: key, bot }: KeyCardProps) {
  const { t } = useTranslation();
  const { key_code: code, purchase_type: type, device_type: board } = key;
  return (
    <article className="flex h-[50mm] break-inside-avoid flex-col justify-between overflow-hidden rounded-md border border-line p-[4mm] text-xs leading-snug">
      <header className="flex items-center justify-between gap-2">
        <span className="flex items-center gap-1.5 font-semibold text-sm">
          <Logo /> FaiWatch
        </span>
        <span className="text-muted">
          {board === null ? t(purchaseTypeWords[type]) : t(boardWords[board])}
        </span>
      </header>
      <div className="flex items-center gap-[3mm]">
        <QrCode
          value={code}
          what={t('activation_keys.what', { code })}
          className="print-exact -m-[1mm] size-[24mm] shrink-0"
        />
        <div className="min-w-0">
          <p className="text-muted">{t('activation_keys.cards.label')}</p>
          <p className="font-mono font-semibold text-[11pt] leading-tight">
            {code.slice(0, 12)}
            <br />
            {code.slice(12)}
          </p>
          <ol className="mt-[1.5mm] list-decimal pl-[4mm] text-[7.5pt] leading-tight">
            <li>{t('activation_keys.cards.step_wifi')}</li>
            <li>{t('activation_keys.cards.step_fill', { address: location.origin })}</li>
            {bot !== null && <li>{t('activation_keys.cards.step_bot', { bot })}</li>}
          </ol>
        </div>
      </div>
      <p className="text-[7.5pt] text-muted">{t('activation_keys.cards.counting')}</p>
    </article>
  );
}

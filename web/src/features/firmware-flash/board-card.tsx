import { useQuery } from '@tanstack/react-query';
import { Cpu, PackageOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { StepCard } from '../../components/serial/step-card.tsx';
import { Card } from '../../components/ui/card.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { classNames } from '../../lib/class-names.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { type Board, boards, type Offers, offersQuery } from './firmware-offers.ts';

const words = {
  's2-mini': { name: 'firmware.board.mini', text: 'firmware.board.mini_text' },
  'c3-mini': { name: 'firmware.board.c3', text: 'firmware.board.c3_text' },
  't-display': { name: 'firmware.board.display', text: 'firmware.board.display_text' },
  's2-test': { name: 'firmware.board.test', text: 'firmware.board.test_text' },
} as const satisfies Record<Board, { name: string; text: string }>;

interface BoardCardProps {
  offers: Offers;
  board: Board;
  onChange: (board: Board) => void;
  isDisabled: boolean;
}

/** Choice among the boards that there is firmware for; the others are named below. */
export function BoardCard({ offers, board, onChange, isDisabled }: BoardCardProps) {
  const { t } = useTranslation();
  // Nobody buys the board for tests, so nobody misses it.
  const lacking = boards
    .filter((value) => value !== 's2-test' && !offers.has(value))
    .map((value) => t(words[value].name));
  return (
    <StepCard number={1} title={t('firmware.board.title')}>
      <fieldset disabled={isDisabled} className="grid gap-3 sm:grid-cols-2">
        <legend className="sr-only">{t('firmware.board.title')}</legend>
        {boards.map((value) => {
          const version = offers.get(value);
          if (version === undefined) return null;
          const isChosen = value === board;
          return (
            <label
              key={value}
              className={classNames(
                'relative flex min-w-0 cursor-pointer flex-col gap-1 rounded-md border p-4 transition hover:border-strong has-focus-visible:outline-2 has-focus-visible:outline-accent-text has-focus-visible:outline-offset-3',
                isChosen ? 'border-accent bg-raised' : 'border-line',
              )}
            >
              <input
                type="radio"
                name="board"
                value={value}
                checked={isChosen}
                onChange={() => onChange(value)}
                className="absolute top-4 right-4 size-4 accent-accent"
              />
              <Cpu aria-hidden="true" className="size-6 text-accent-text" />
              <span className="mt-1 font-semibold">{t(words[value].name)}</span>
              <span className="text-muted text-sm">{t(words[value].text)}</span>
              <span className="mt-auto pt-1 text-muted text-xs tabular-nums">
                {t('firmware.board.version', { version })}
              </span>
            </label>
          );
        })}
      </fieldset>
      {lacking.length > 0 && (
        <p className="mt-3 text-muted text-sm">
          {t('firmware.board.none', { names: lacking.join(', ') })}
        </p>
      )}
    </StepCard>
  );
}

/** Shows its content if there is firmware; otherwise only that there is none. */
export function OfferState({ children }: { children: (offers: Offers) => ReactNode }) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(offersQuery);
  if (data === undefined) {
    return (
      <Card className="mt-6">
        {error === null ? (
          <div aria-busy="true" aria-label={t('ui.loading')} role="status" className="p-6">
            <Skeleton className="w-2/3 max-w-sm" />
            <Skeleton className="mt-4 block h-24 w-full" />
          </div>
        ) : (
          <ErrorState
            error={error}
            title={t('firmware.offers.failed')}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </Card>
    );
  }
  if (data.size === 0) {
    return (
      <Card className="mt-6">
        <EmptyState
          icon={PackageOpen}
          title={t('firmware.offers.none')}
          text={t('firmware.offers.none_text')}
        />
      </Card>
    );
  }
  return children(data);
}

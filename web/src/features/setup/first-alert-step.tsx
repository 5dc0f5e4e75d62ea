import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleX, FlaskConical, Zap, ZapOff } from 'lucide-react';
import { useState } from 'react';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import type {
  SimulatedBoardAnswer,
  simulatedBoardAnswerSchema,
} from '../../../../src/contract/system/setup.ts';
import { linkClasses } from '../../components/console/links.tsx';
import {
  OwnChat,
  operatorRecipientsQuery,
  useLinkedMessengers,
} from '../../components/console/own-chat.tsx';
import { Button } from '../../components/ui/button.tsx';
import { PowerStateMark } from '../../components/ui/power-legend.tsx';
import { toast } from '../../components/ui/toast.ts';
import { adminApi } from '../../lib/api-client.ts';
import { channelWords } from '../../lib/console/channel-words.ts';
import { describeError } from '../../lib/error-text.ts';
import { formatTime } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { setupQuery } from './setup-card.tsx';

/** Leads to an alert on the operator's own phone: connect it, cut the power of a simulated board, give it back. */
export function FirstAlertStep() {
  const { t } = useTranslation();
  const messengers = useLinkedMessengers();
  const { data: recipients } = useQuery({ ...operatorRecipientsQuery, refetchInterval: 5_000 });
  if (recipients === undefined) return null;
  // Programs would take it for an outage, and are not told.
  const own = recipients.filter(({ channel }) => channel !== 'webhook');
  if (own.length > 0) return <SimulatedBoard />;
  if (messengers.length === 0) {
    return (
      <p className="text-muted">
        {t('setup.first_alert.no_messenger')}{' '}
        <Link to="/admin/channels" className={linkClasses}>
          {t('channels.title')}
        </Link>
      </p>
    );
  }
  return (
    <>
      <p className="mb-4 text-muted">{t('setup.first_alert.connect')}</p>
      <OwnChat messengers={messengers} />
    </>
  );
}

function SimulatedBoard() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const simulate = useSimulate();
  const [last, setLast] = useState<SimulatedBoardAnswer | null>(null);
  const isTaken = last?.told.some(({ refusal }) => refusal === null) === true;
  const isDown = last?.power === 'DOWN' && isTaken;
  const press = async () => {
    try {
      const answer = await simulate.mutateAsync(isDown ? 'UP' : 'DOWN');
      setLast(answer);
      if (answer.power === 'DOWN') return;
      toast.success(t('setup.first_alert.done'));
      void queryClient.invalidateQueries({ queryKey: setupQuery.queryKey });
    } catch (error) {
      toast.error(describeError(error, t));
    }
  };
  return (
    <>
      <p className="text-muted">{t('setup.first_alert.text')}</p>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md border border-strong border-dashed px-4 py-3">
        <div>
          <p className="flex items-center gap-2 font-semibold">
            <FlaskConical aria-hidden="true" className="size-4 text-accent-text" />
            {t('setup.first_alert.board')}
          </p>
          <PowerStateMark state={isDown ? 'mains_lost' : 'up'} />
        </div>
        {/* One button in one place, whichever it is. */}
        <Button
          look="primary"
          className="min-w-44"
          isBusy={simulate.isPending}
          icon={
            isDown ? (
              <Zap aria-hidden="true" className="size-4" />
            ) : (
              <ZapOff aria-hidden="true" className="size-4" />
            )
          }
          onClick={() => void press()}
        >
          {t(isDown ? 'setup.first_alert.restore' : 'setup.first_alert.cut')}
        </Button>
      </div>
      <div role="status">
        <ul className="mt-3 flex flex-col gap-1 empty:hidden">
          {last?.told.map(({ channel, address, refusal }) => (
            <li key={`${channel}:${address}`} className="flex items-start gap-2">
              {refusal === null ? (
                <CircleCheck aria-hidden="true" className="h-lh w-4 shrink-0 text-up" />
              ) : (
                <CircleX aria-hidden="true" className="h-lh w-4 shrink-0 text-mains-lost" />
              )}
              <span className="wrap-anywhere min-w-0">
                {refusal === null
                  ? t('setup.first_alert.taken', {
                      channel: t(channelWords[channel]),
                      time: formatTime(last.at),
                    })
                  : refusal}
              </span>
            </li>
          ))}
        </ul>
      </div>
      {isDown && <p className="mt-1 font-semibold">{t('setup.first_alert.look')}</p>}
    </>
  );
}

/** Cuts the power of the simulated board, or gives it back; says who was told. */
function useSimulate() {
  const language = useLanguage();
  return useMutation({
    mutationFn: async (power: SimulatedBoardAnswer['power']) => {
      type Answer = OutputOf<typeof simulatedBoardAnswerSchema>;
      const given = { power, language };
      return (await adminApi.put<Answer>('/api/setup/simulated-board', given)).data;
    },
  });
}

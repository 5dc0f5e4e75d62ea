import { useQuery } from '@tanstack/react-query';
import type { ExtrasAnswer } from '../../../../src/contract/system/extras.ts';
import { LoadingPage } from '../../components/console/loading-page.tsx';
import { RestartNotice } from '../../components/console/restart-notice.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { SwitchField } from '../../components/ui/switch-field.tsx';
import { toast } from '../../components/ui/toast.ts';
import { describeError } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { extrasQuery, isRestartDue, useRestart, useSaveExtras } from './extras-query.ts';

/** What not every installation needs: a sentence and a switch each. */
export function ExtrasPage() {
  const { t } = useTranslation();
  const { data, error, refetch, isRefetching } = useQuery(extrasQuery);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('extras.title')} text={t('extras.text')} />
      {data !== undefined && <Switches answer={data} />}
      {data === undefined && error === null && <LoadingPage />}
      {data === undefined && error !== null && (
        <Card>
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isRefetching} />
        </Card>
      )}
    </div>
  );
}

function Switches({ answer }: { answer: ExtrasAnswer }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { mutate, isPending } = useSaveExtras();
  const { extras, is_configured: isConfigured, restart_command: command } = answer;
  const next = extras.filter((extra) => extra.is_on_next).map(({ name }) => name);
  const nameOf = (name: string) =>
    extras.find((extra) => extra.name === name)?.words[language].title ?? name;
  /** Modules that are on and could not be without this one. */
  const usersOf = (name: string) =>
    extras.filter((extra) => extra.is_on_next && extra.needs.includes(name));
  const change = (name: string, isOn: boolean) =>
    mutate(isOn ? [...next, name] : next.filter((other) => other !== name), {
      onError: (error) => toast.error(describeError(error, t)),
    });
  return (
    <>
      {isConfigured && <Notice kind="info">{t('extras.configured')}</Notice>}
      <Card className="divide-y divide-line px-5 sm:px-6">
        {extras.map(({ name, words, needs, set_up_by: setting, is_on_next: isOn }) => {
          const users = usersOf(name).map((extra) => extra.words[language].title);
          const hints = [
            words[language].summary,
            needs.length > 0 && t('extras.needs', { names: needs.map(nameOf).join(', ') }),
            users.length > 0 && t('extras.needed_by', { names: users.join(', ') }),
            setting !== null && t(isOn ? 'extras.set_up' : 'extras.set_up_off', { setting }),
          ].filter((hint) => hint !== false);
          return (
            <SwitchField
              key={name}
              label={words[language].title}
              hint={hints.join(' · ')}
              isOn={isOn}
              isDisabled={isConfigured || isPending || users.length > 0 || setting !== null}
              onChange={(wanted) => change(name, wanted)}
              className="py-4"
            />
          );
        })}
      </Card>
      {isRestartDue(answer) && (
        <RestartNotice text={t('extras.restart')} command={answer.can_restart ? null : command}>
          {answer.can_restart && <RestartButton />}
        </RestartNotice>
      )}
    </>
  );
}

function RestartButton() {
  const { t } = useTranslation();
  const { mutate, isPending } = useRestart();
  const restart = () =>
    mutate(undefined, {
      onSuccess: (isBack) => {
        if (!isBack) toast.error(t('extras.restart_late'));
      },
      onError: (error) => toast.error(describeError(error, t)),
    });
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button look="secondary" isBusy={isPending} onClick={restart}>
        {t('extras.restart_now')}
      </Button>
      <p className="text-muted text-sm">{t('extras.restart_means')}</p>
    </div>
  );
}

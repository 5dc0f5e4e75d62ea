import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import type {
  ExtrasAnswer,
  extrasAnswerSchema,
  saveExtrasAnswerSchema,
} from '../../../../src/contract/system/extras.ts';
import { LoadingPage } from '../../components/console/loading-page.tsx';
import { RestartNotice } from '../../components/console/settings-card.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { SwitchField } from '../../components/ui/switch-field.tsx';
import { toast } from '../../components/ui/toast.ts';
import { adminApi } from '../../lib/api-client.ts';
import { consoleKey, follow, isChangeOf } from '../../lib/console/live-query.ts';
import { describeError } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';

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

const path = '/api/extras';
const queryKey = [...consoleKey, 'extras'];

/** The modules, and which of them are on. */
const extrasQuery = queryOptions({
  queryKey,
  queryFn: async ({ signal }) =>
    (await adminApi.get<OutputOf<typeof extrasAnswerSchema>>(path, { signal })).data,
  meta: follow<ExtrasAnswer>((extras, message, askAgain) => {
    if (isChangeOf(message, 'settings')) askAgain();
    return extras;
  }),
});

const lookEveryMs = 1_000;
const mostLooks = 60;

/** Restarts the server, and loads the page anew once it is back. Resolves to false where it is not in a minute. */
function useRestart() {
  return useMutation({
    mutationFn: async () => {
      await adminApi.post(`${path}/restart`);
      for (let looks = 0; looks < mostLooks; looks += 1) {
        await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
        const answer = await adminApi
          .get<OutputOf<typeof extrasAnswerSchema>>(path)
          .catch(() => null);
        if (answer !== null && !isRestartDue(answer.data)) {
          // Here, as what asked may be gone by then: pages are told by their document which modules are on.
          location.reload();
          return true;
        }
      }
      return false;
    },
  });
}

/** Whether a switch waits for the next start. */
function isRestartDue({ extras }: ExtrasAnswer): boolean {
  return extras.some((extra) => extra.is_on !== extra.is_on_next);
}

/** Saves which modules the next start switches on. */
function useSaveExtras() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (extras: readonly string[]) =>
      (await adminApi.put<OutputOf<typeof saveExtrasAnswerSchema>>(path, { extras })).data,
    onSuccess: (answer) => queryClient.setQueryData(queryKey, answer),
  });
}

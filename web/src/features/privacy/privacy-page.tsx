import { queryOptions, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { publicPrivacyAnswerSchema } from '../../../../src/contract/people/privacy.ts';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import type { Language } from '../../../../src/domain/states.ts';
import { PublicLayout } from '../../components/layout/public-layout.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { publicApi } from '../../lib/api-client.ts';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { publicInfoQuery } from '../../lib/public-info-query.ts';
import { useLanguage } from '../../lib/use-language.ts';

/** What is stored about people, what for, for how long, and what they can ask for. */
export function PrivacyPage() {
  const { t } = useTranslation();
  const { data, error, refetch, isRefetching } = useQuery(privacyQuery);
  // One of its lines depends on it, and is there from the beginning, or not at all.
  const { isPending: isInfoPending } = useQuery(publicInfoQuery);
  return (
    <PublicLayout>
      <div className="mx-auto flex w-full max-w-2xl flex-col gap-8 px-4 py-10 sm:py-14">
        <PageHeader title={t('privacy.title')} text={t('privacy.lead')} />
        {data !== undefined && !isInfoPending ? (
          <PrivacyText privacy={data} />
        ) : error === null ? (
          // As high as a screen, so that the footer is not seen to leave.
          <Skeleton className="h-dvh w-full" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isRefetching} />
        )}
      </div>
    </PublicLayout>
  );
}

function PrivacyText({ privacy }: { privacy: Privacy }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: info } = useQuery(publicInfoQuery);
  const notes = language === 'th' ? privacy.notesTh : privacy.notesEn;
  const { keepEventsMonths: events, keepAuditMonths: audit } = privacy;
  return (
    <>
      <Part title={t('privacy.who.title')}>
        <Responsible privacy={privacy} />
      </Part>
      <Part title={t('privacy.what.title')}>
        <Points
          points={[
            t('privacy.what.account'),
            t('privacy.what.boards'),
            t('privacy.what.history'),
            t('privacy.what.messages'),
            t('privacy.what.log_ins'),
            ...(info?.call === true ? [t('privacy.what.voice')] : []),
          ]}
        />
      </Part>
      <Part title={t('privacy.why.title')}>
        <p>{t('privacy.why.text')}</p>
      </Part>
      <Part title={t('privacy.sharing.title')}>
        <p>{t('privacy.sharing.text')}</p>
        {privacy.uplinkTargets.length > 0 && (
          <p className="mt-2">
            {t('privacy.sharing.line', { places: privacy.uplinkTargets.join(', ') })}
          </p>
        )}
      </Part>
      <Part title={t('privacy.kept.title')}>
        <Points
          points={[
            t('privacy.kept.account'),
            events === null
              ? t('privacy.kept.events_for_good')
              : t('privacy.kept.events', { count: events }),
            audit === null
              ? t('privacy.kept.audit_for_good')
              : t('privacy.kept.audit', { count: audit }),
            t('privacy.kept.outages'),
            ...sayBackups(privacy, t, language),
          ]}
        />
      </Part>
      <Part title={t('privacy.left.title')}>
        <p>{t('privacy.left.text')}</p>
        <Points
          points={[
            t('privacy.left.outages'),
            t('privacy.left.log'),
            t('privacy.left.keys'),
            t('privacy.left.areas'),
            t('privacy.left.tries'),
            t('privacy.left.others'),
          ]}
        />
      </Part>
      <Part title={t('privacy.rights.title')}>
        <Points
          points={[
            t('privacy.rights.see'),
            t('privacy.rights.correct'),
            t('privacy.rights.erase'),
            t('privacy.rights.complain'),
          ]}
        />
      </Part>
      <Part title={t('privacy.browser.title')}>
        <p>{t('privacy.browser.text')}</p>
      </Part>
      {notes !== '' && (
        <Part title={t('privacy.notes.title')}>
          <p className="whitespace-pre-line">{notes}</p>
        </Part>
      )}
    </>
  );
}

/** Backups hold what is deleted until they go: when that is, as far as anybody can say. */
function sayBackups(
  { oldBackupsEndAt, hasLastingBackups }: Privacy,
  t: TFunction,
  language: Language,
): string[] {
  return [
    oldBackupsEndAt === null
      ? t('privacy.kept.backups')
      : t('privacy.kept.backups_until', { day: formatDate(oldBackupsEndAt, language) }),
    ...(hasLastingBackups ? [t('privacy.kept.backups_lasting')] : []),
  ];
}

function Responsible({ privacy: { operatorName, contact, address } }: { privacy: Privacy }) {
  const { t } = useTranslation();
  if (operatorName === '' && contact === '') return <p>{t('privacy.who.unknown')}</p>;
  return (
    <address className="not-italic">
      {operatorName !== '' && <p className="font-semibold">{operatorName}</p>}
      {address !== '' && <p className="whitespace-pre-line">{address}</p>}
      {contact !== '' && <p>{contact}</p>}
    </address>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="wrap-anywhere">
      <h2 className="font-semibold text-lg">{title}</h2>
      <div className="mt-2 text-pretty">{children}</div>
    </section>
  );
}

function Points({ points }: { points: readonly string[] }) {
  return (
    <ul className="list-disc space-y-1.5 pl-5 marker:text-muted">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}

type Answer = OutputOf<typeof publicPrivacyAnswerSchema>;
type Privacy = Answer['data'];

/** Who is responsible, and how long things are kept. */
const privacyQuery = queryOptions({
  queryKey: ['privacy'],
  queryFn: async ({ signal }) =>
    (await publicApi.get<Answer>('/api/public/privacy', { signal })).data,
});

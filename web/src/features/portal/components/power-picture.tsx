import type { ReactNode } from 'react';
import { Card } from '../../../components/ui/card.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { urgency } from '../site-state.ts';
import { PowerCount } from './many-sites.tsx';
import { Section } from './section.tsx';
import { RowFigure, sinceClasses } from './site-row.tsx';
import { PowerFigure, SinceLine } from './site-state.tsx';

/**
 * The parts of power now, one for each state that a site can be in, rendered at build time. The script before all others
 * puts them together (early/show-power.ts): it replaces what stands in braces, and takes out what is not known.
 */
export function PowerPicture() {
  const { t } = useTranslation();
  const title = t('portal.power_now');
  return (
    <>
      <Part name="few">
        <Section
          title={title}
          aside={
            <p role="status" className="text-sm">
              {'{summary}'}
            </p>
          }
        >
          <ul className="grid gap-4 lg:grid-cols-2" data-sites />
        </Section>
      </Part>
      <Part name="many">
        <Section title={title}>
          <div className="flex flex-col gap-4">
            <div>
              <p role="status" className="font-semibold text-lg">
                {'{summary}'}
              </p>
              <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm" data-counts />
            </div>
            {/* The room of the filters, the search and what is done with many. */}
            <div className="flex flex-wrap justify-between gap-2" data-search>
              <Skeleton className="h-11 w-full sm:w-96" />
              <Skeleton className="h-11 w-full sm:w-72" />
            </div>
            <Skeleton className="h-11 w-full sm:h-9 sm:w-72" data-answer />
            <Card className="overflow-hidden">
              <ul className="divide-y divide-line" data-sites />
            </Card>
          </div>
        </Section>
      </Part>
      {urgency.map((power) => (
        <Part key={power} name={power}>
          <ul data-as="card">
            <li className="min-w-0">
              <Card className="flex h-full flex-col gap-4 p-5 sm:p-6">
                <h3 className="break-words font-semibold text-lg">{'{name}'}</h3>
                <PowerFigure power={power}>
                  <div data-when="since">
                    <SinceLine since="{since}" lasting="{lasting}" />
                  </div>
                </PowerFigure>
                <Skeleton className="mt-auto h-12 w-full" />
              </Card>
            </li>
          </ul>
          <ul data-as="row">
            <li className="px-4 py-2 sm:px-5">
              <div className="flex min-h-11 items-center gap-x-3 sm:gap-x-4">
                <RowFigure power={power} name="{name}">
                  <span className="text-muted tabular-nums" data-when="since">
                    {' '}
                    <span className={sinceClasses(power)}>
                      {'{since}'}
                      <span data-when="lasting">{' · '}</span>
                    </span>
                    <span className="whitespace-nowrap" data-when="lasting">
                      {'{lasting}'}
                    </span>
                  </span>
                </RowFigure>
              </div>
            </li>
          </ul>
          <ul data-as="count">
            <PowerCount power={power} count="{count}" />
          </ul>
        </Part>
      ))}
    </>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return <div data-part={name}>{children}</div>;
}

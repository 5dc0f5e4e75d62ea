import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { publicInfoQuery } from '../api/get-public-info.ts';
import { PriceList } from './price-list.tsx';
import { ServiceStatus } from './service-status.tsx';

/** What this server answers about itself; whole while it is asked and when it does not answer. */
export function ServiceSection() {
  const { t } = useTranslation();
  const { data, isError, isFetching, refetch } = useQuery(publicInfoQuery);
  return (
    <section id="service" className="border-line border-t" aria-labelledby="service-title">
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6">
        <h2 id="service-title" className="font-semibold text-2xl">
          {t('service.title')}
        </h2>
        <div className="mt-8 grid gap-4 lg:grid-cols-2">
          <ServiceStatus
            info={data}
            isDown={isError}
            isAsking={isFetching}
            onRetry={() => void refetch()}
          />
          <PriceList info={data} isDown={isError} />
        </div>
      </div>
    </section>
  );
}

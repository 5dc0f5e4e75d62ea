import { Elysia } from 'elysia';
import type { PublicInfo } from '../contract/public-info.ts';
import { AppError } from '../domain/errors.ts';
import type { Monitor } from '../monitor/monitor.ts';
import { clientAddress, isLoopback } from './client-address.ts';

/** One figure of /metrics, in Prometheus' words. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  readonly values: readonly {
    readonly labels?: Readonly<Record<string, string>>;
    readonly value: number;
  }[];
}

export interface SystemRoutesOptions {
  readonly monitor: Monitor;
  readonly version: string;
  readonly trustProxy: boolean;
  /** The bot's user name without @, or null while there is none. */
  readonly botUsername: () => string | null;
  readonly isFirmwareAvailable: () => boolean;
  readonly metrics: () => readonly Metric[];
}

/** What anybody, a proxy or Prometheus asks of the service. */
export function systemRoutes(options: SystemRoutesOptions) {
  const { monitor, version, trustProxy } = options;
  return new Elysia({ name: 'system' })
    .get('/healthz', () => ({ ok: true, version }))
    .get('/readyz', () => {
      // An empty write transaction takes the lock and proves that the database answers.
      monitor.store.transaction(() => {});
      return { ok: true, version };
    })
    .get('/api/public/info', (): PublicInfo => {
      const { settings } = monitor;
      const username = options.botUsername();
      return {
        ok: true,
        version,
        bot:
          username === null ? null : { handle: `@${username}`, link: `https://t.me/${username}` },
        prices: {
          s2Mini: settings.priceS2Mini,
          tDisplay: settings.priceTDisplay,
          keyOnly: settings.priceKeyOnly,
          renewal: settings.priceRenewal,
        },
        keyValidityYears: settings.keyValidityYears,
        firmwareAvailable: options.isFirmwareAvailable(),
      };
    })
    .get('/metrics', ({ request, server }) => {
      // A reverse proxy comes from loopback, too; what it forwards is somebody else's request.
      const isForwarded =
        request.headers.has('x-forwarded-for') || request.headers.has('forwarded');
      if (isForwarded || !isLoopback(clientAddress(request, server, trustProxy))) {
        throw new AppError('FORBIDDEN', 'Metrics are answered to this machine only.');
      }
      return new Response(formatMetrics(options.metrics()), {
        headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
      });
    });
}

/** Prometheus' text format, version 0.0.4. */
function formatMetrics(metrics: readonly Metric[]): string {
  return metrics
    .map(({ name, help, type, values }) => {
      const lines = values.map(({ labels = {}, value }) => {
        const inner = Object.entries(labels)
          .map(([key, label]) => `${key}="${label.replaceAll(/["\\\n]/g, '_')}"`)
          .join(',');
        return `${name}${inner === '' ? '' : `{${inner}}`} ${value}`;
      });
      return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('\n')}\n`;
    })
    .join('');
}

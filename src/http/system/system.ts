import { chooseFlashImages, readAvailable } from '../../actions/firmware/offer-firmware.ts';
import {
  healthSchema,
  type PublicInfo,
  publicInfoSchema,
} from '../../contract/system/public-info.ts';
import { channelsWith } from '../../domain/alerts/channel-traits.ts';
import { marketplaces } from '../../domain/system/shop.ts';
import type { Store } from '../../store/engine/open.ts';
import { proveWritable } from '../../store/engine/prove-writable.ts';
import { readPrivacy } from '../../store/people/privacy.ts';
import { readShop } from '../../store/system/shop.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { type Route, route } from '../engine/route.ts';
import { photoOf } from './shop.ts';
import type { Metric } from './system-probe.ts';

const tag = 'Service';

/** What anybody, a proxy or Prometheus may ask of the service. */
export function systemRoutes(context: ApiContext): Route[] {
  const { monitor, version } = context;
  return [
    route(
      {
        method: 'GET',
        path: '/healthz',
        access: 'public',
        tag,
        summary: 'Ask whether the process runs',
        answer: healthSchema,
      },
      () => ({ ok: true as const, version }),
    ),
    route(
      {
        method: 'GET',
        path: '/readyz',
        access: 'public',
        tag,
        summary: 'Ask whether the service can do its work',
        answer: healthSchema,
        errors: ['UNAVAILABLE'],
      },
      () => {
        proveWritable(monitor.store);
        return { ok: true as const, version };
      },
    ),
    route(
      {
        method: 'GET',
        path: '/api/public/info',
        access: 'public',
        tag,
        summary: 'Read what the landing page shows',
        answer: publicInfoSchema,
      },
      () => readPublicInfo(context),
    ),
    route(
      {
        method: 'GET',
        path: '/metrics',
        access: 'metrics',
        tag,
        summary: 'Read the figures an operator watches',
        description:
          'For Prometheus, with its own token (`metrics-token` in the data directory), or for an operator.',
        answerType: 'text/plain; version=0.0.4; charset=utf-8',
      },
      () =>
        new Response(formatMetrics(context.metrics()), {
          headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
        }),
    ),
  ];
}

function readPublicInfo({ monitor, version, ...context }: ApiContext): PublicInfo {
  const { settings } = monitor;
  const username = context.botUsername();
  const account = context.line.basicId();
  const flashed = [...chooseFlashImages(readAvailable(monitor, context.firmware)).values()];
  return {
    ok: true,
    version,
    bot: username === null ? null : { handle: `@${username}`, link: `https://t.me/${username}` },
    line:
      account === null
        ? null
        : { account, link: `https://line.me/R/ti/p/${encodeURIComponent(account)}` },
    email: monitor.channels.has('email') && context.publicUrl !== undefined,
    webhook: monitor.channels.has('webhook'),
    sms: monitor.channels.has('sms'),
    call: monitor.channels.has('call'),
    call_ends: channelsWith('rings').some(
      (name) => monitor.channels.has(name) && monitor.leftOut.get(name)?.has('recovery') !== true,
    ),
    call_names: context.channels.sayNames(),
    push: context.channels.pushKey(),
    status_page: context.publicPage?.isShown ?? false,
    oidc: context.provider,
    prices: {
      s2Mini: settings.priceS2Mini,
      tDisplay: settings.priceTDisplay,
      keyOnly: settings.priceKeyOnly,
      renewal: settings.priceRenewal,
    },
    keyValidityYears: settings.keyValidityYears,
    shop: describeShop(monitor.store),
    firmwareAvailable: flashed.length > 0,
    firmware: flashed.map(({ board, version }) => ({ board, version })),
  };
}

function describeShop(store: Store): PublicInfo['shop'] {
  const shop = readShop(store);
  const { operatorName: name, address } = readPrivacy(store);
  const { phone, lineId, email, noteTh, noteEn } = shop;
  return {
    marketplaces: marketplaces(shop),
    ...{ name, address, phone, lineId, email, noteTh, noteEn },
    photo: photoOf(shop),
  };
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

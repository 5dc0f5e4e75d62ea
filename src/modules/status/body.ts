import type { Metric } from '../../http/system/system-probe.ts';
import type { Store } from '../../store/engine/open.ts';
import { countByChannel } from '../../store/fleet/status-subscriptions.ts';
import type { Core, ModuleBody } from '../module.ts';
import { statusRoutes } from './calls.ts';
import { makeStatusPages } from './pages/status-pages.ts';
import { publishStatus } from './publish-status.ts';

/** The public status page. If the configuration hides it, only links in messages already sent work. */
export function startStatus({ monitor, config, tickets, pushKey }: Core): ModuleBody {
  const { public_status: isShown, public_url: publicUrl, timezone } = config;
  const isOffered = isShown && config.public_status_messages;
  // Followers of an area confirm and unsubscribe by links, which need the public address.
  const isFollowed = isOffered && publicUrl !== undefined;
  const ways = () => ({
    email: isFollowed && monitor.channels.has('email'),
    pushKey: isFollowed ? pushKey() : null,
  });
  return {
    routes: statusRoutes(monitor, ways),
    pages: {
      path: '/status',
      template: 'status.html',
      answer: makeStatusPages({ monitor, timezone, publicUrl, tickets, ways, isShown }),
    },
    publicPage: { isShown, isOffered, ways },
    ticks: isShown
      ? [
          {
            name: 'public-status',
            everyMs: 60_000,
            run: () => publishStatus(monitor, config, monitor.clock()),
          },
        ]
      : [],
    metrics: () => countFollowers(monitor.store),
  };
}

/** The number of followers by channel. Empty while nobody follows an area. */
function countFollowers(store: Store): Metric[] {
  const values = countByChannel(store).map(({ channel, subscriptions: value }) => ({
    labels: { channel },
    value,
  }));
  if (values.length === 0) return [];
  const name = 'faiwatch_status_subscriptions';
  return [{ name, help: 'Who follows areas of the public page.', type: 'gauge', values }];
}

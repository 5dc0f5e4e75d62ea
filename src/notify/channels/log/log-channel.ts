import type { Logger } from '../../../domain/logger.ts';
import type { Channel } from '../../channel.ts';
import { toPlainLine } from '../../messages/plain-text.ts';

/** Writes alerts to the log, where an operator sees them as long as no messenger is set up. */
export function makeLogChannel(log: Logger): Channel {
  return {
    name: 'log',
    async send(address, { html }) {
      log.info({ alert: toPlainLine(html), to: address }, 'alert');
      return { externalId: null };
    },
  };
}

import type { LinkedAction } from '../../../domain/alerts/linked-action.ts';
import type { Channel, ChannelLimits } from '../../channel.ts';
import { toSendError } from './email-errors.ts';
import { type Sender, toMail } from './email-form.ts';
import { type MailServer, openMailServer, withinTime } from './mail-server.ts';

interface EmailChannelOptions {
  readonly server: MailServer;
  readonly from: Sender;
  readonly linkTo: (action: LinkedAction) => string | null;
}

/** Providers slow down or lock out whoever sends faster; a mailbox that gets a flood takes it for spam. */
const emailLimits: ChannelLimits = {
  overall: { perSecond: 3, burst: 10 },
  perRecipient: () => [{ perSecond: 0.2, burst: 5 }],
};

export function makeEmailChannel({ server, from, linkTo }: EmailChannelOptions): Channel {
  let opening: ReturnType<typeof openMailServer> | null = null;
  return {
    name: 'email',
    takesFiles: true,
    service: { host: server.host, port: server.port },
    limits: emailLimits,

    async send(address, message, { retryKey }) {
      try {
        opening ??= openMailServer(server);
        const transport = await opening;
        const mail = toMail(address, message, retryKey, from, linkTo);
        const { messageId } = await withinTime(
          {
            closeAtOnce() {
              opening = null;
              transport.closeAtOnce();
            },
          },
          transport.sendMail(mail),
        );
        return { externalId: messageId };
      } catch (error) {
        throw toSendError(error);
      }
    },
  };
}

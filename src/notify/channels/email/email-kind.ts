import { readFileSync } from 'node:fs';
import { SendError } from '../../channel.ts';
import type { ChannelKind } from '../../channel-kind.ts';
import { makeEmailChannel } from './email-channel.ts';
import { isSettingRefused, toSendError } from './email-errors.ts';
import { type MailServer, openMailServer, withinTime } from './mail-server.ts';

interface EmailSettings {
  readonly host: string;
  readonly port: number;
  readonly security: MailServer['security'];
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly from: string;
  readonly from_name: string;
  readonly ca: string | undefined;
}

export const emailKind: ChannelKind<EmailSettings> = {
  make: (settings, { linkTo }) =>
    makeEmailChannel({
      server: serverOf(settings),
      from: { name: settings.from_name, address: settings.from },
      linkTo,
    }),
  async ask(settings) {
    const server = await openMailServer(serverOf(settings));
    try {
      await withinTime(server, server.verify());
      return settings.from;
    } catch (error) {
      throw new SendError(toSendError(error).message, { permanent: isSettingRefused(error) });
    } finally {
      server.closeAtOnce();
    }
  },
};

function serverOf({ host, port, security, user, password, ca }: EmailSettings): MailServer {
  return {
    host,
    port,
    security,
    login: user ? { user, pass: password ?? '' } : undefined,
    ca: ca === undefined ? undefined : readFileSync(ca, 'utf8'),
  };
}

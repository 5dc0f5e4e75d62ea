import text from '../../../release-key.pub' with { type: 'text' };
import type { Config } from '../../installation/config.ts';
import { CommandFailed } from '../output.ts';
import { readPublicKey } from './minisign.ts';

/**
 * The key a release must be signed with. It is the one built in: the service's own user can write the
 * configuration, and is not to choose what root runs.
 * @throws CommandFailed where none is built in, or the configuration insists on another
 */
export function trustedKey(
  { update_key: wanted }: Pick<Config, 'update_key'>,
  builtIn = readPublicKey(text),
): string {
  if (builtIn === null) {
    throw new CommandFailed(
      'This FaiWatch was built without a release key, so it cannot tell a release from a forgery; install the next one with install.sh.',
    );
  }
  if (wanted !== undefined && wanted !== builtIn) {
    throw new CommandFailed(
      'update_key in the configuration is not the key built into this FaiWatch; nothing was changed. If it is an old one, remove the line.',
    );
  }
  return builtIn;
}

import text from '../../../release-key.pub' with { type: 'text' };
import type { Config } from '../../installation/config.ts';
import { CommandFailed } from '../output.ts';
import { readPublicKey } from './minisign.ts';

/**
 * The key that a release must be signed with: the built-in one. The service's user can write the
 * configuration, and must not decide what root runs.
 * @throws CommandFailed when no key is built in, or the configuration names another
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

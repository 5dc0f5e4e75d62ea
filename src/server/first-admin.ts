import { createAdmin } from '../actions/people/create-admin.ts';
import { AppError } from '../domain/errors.ts';
import type { Instant } from '../domain/instant.ts';
import { generatePassword } from '../domain/people/password.ts';
import { type Config, ConfigError } from '../installation/config.ts';
import type { Store } from '../store/engine/open.ts';
import { countAdmins } from '../store/people/admins.ts';

/** Makes the first operator at the first start. A random password is shown once. */
export async function createFirstAdmin(store: Store, config: Config, now: Instant): Promise<void> {
  if (countAdmins(store) > 0) return;
  const password =
    config.admin_password ?? generatePassword((n) => crypto.getRandomValues(new Uint8Array(n)));
  try {
    await createAdmin(
      { store },
      { username: config.admin_username, password, role: 'owner' },
      { name: 'first start', address: null },
      now,
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new ConfigError(`admin_username and admin_password: ${error.message}`);
  }
  if (config.admin_password !== undefined) return;
  process.stderr.write(
    `\n  First start. The administrator is ${config.admin_username}, with the password\n` +
      `\n    ${password}\n\n  It is shown only now. Log in at ${describeLogInPage(config)}\n\n`,
  );
}

/** The address of the log-in page, as far as it is known before the server listens. */
function describeLogInPage({ public_url: publicUrl, port, tls_cert: certificate }: Config): string {
  const path = '/admin/login';
  if (publicUrl !== undefined) return new URL(path, publicUrl).href;
  if (port === 0) return path;
  return `${certificate === undefined ? 'http' : 'https'}://localhost:${port}${path}`;
}

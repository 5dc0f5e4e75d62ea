/** Where mail is handed in, and by whom. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly security: 'starttls' | 'tls' | 'none';
  readonly login: { readonly user: string; readonly pass: string } | undefined;
  /** PEM; undefined: the authorities of the system. */
  readonly ca: string | undefined;
}

/** Providers close the door on whoever opens many. */
const maxConnections = 3;

/**
 * A connection is kept for the next message, and closed when none comes soon. The library takes 7 MB, so it is
 * loaded when there is a message.
 */
export async function openMailServer({ host, port, security, login, ca }: MailServer) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    pool: true,
    maxConnections,
    // The outbox repeats messages itself, and counts the tries.
    maxRequeues: 0,
    ...{ host, port },
    ...{ secure: security === 'tls', requireTLS: security === 'starttls' },
    ignoreTLS: security === 'none',
    ...(login !== undefined && { auth: login }),
    ...(ca !== undefined && { tls: { ca } }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    // Nothing from outside makes it open a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

import { deadline } from '../../../outbound/call-out.ts';

/** Where mail is handed in, and by whom. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly security: 'starttls' | 'tls' | 'none';
  readonly login: { readonly user: string; readonly pass: string } | undefined;
  /** PEM; undefined: the authorities of the system. */
  readonly ca: string | undefined;
}

/**
 * For one message, from the connection to the last reply. Each wait of the library has its own limit, but a server
 * that sends a byte now and then begins it anew.
 */
const messageMs = 60_000;
/** Of one reply; the longest of real servers have some kilobytes. */
const maxReplyBytes = 65_536;
/** Providers close the door on whoever opens many. */
const maxConnections = 3;

/**
 * A connection is kept for the next message, and closed when none comes soon. The library takes 7 MB, so it is
 * loaded when there is a message.
 */
export async function openMailServer({ host, port, security, login, ca }: MailServer) {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    pool: true,
    maxConnections,
    // The outbox repeats messages itself, and counts the tries.
    maxRequeues: 0,
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(login !== undefined && { auth: login }),
    ...(ca !== undefined && { tls: { ca } }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    maxResponseSize: maxReplyBytes,
    // Nothing from outside makes it open a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // Its types do not know that a pool also ends connections with a message on its way.
  const pool = transport.transporter as unknown as { close(how: { force: boolean }): void };
  return Object.assign(transport, { closeAtOnce: () => pool.close({ force: true }) });
}

/**
 * Waits for what a mail server is to do, and ends all connections to it when that takes too long.
 * @throws Error of the library, or that there was no answer in time
 */
export async function withinTime<T>(
  { closeAtOnce }: { readonly closeAtOnce: () => void },
  work: Promise<T>,
): Promise<T> {
  const signal = deadline(messageMs);
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => {
    reject(new Error('no answer in time'));
    closeAtOnce();
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

import type acmeClient from 'acme-client';
import { callOut, requireRead } from '../outbound/call-out.ts';
import { OutboundError } from '../outbound/outbound-error.ts';
import type { CertificateFiles } from './certificate.ts';

interface CertificateOrder {
  readonly domain: string;
  /** Address of the authority's directory. */
  readonly directory: string;
  readonly email: string | undefined;
  /** PEM. */
  readonly accountKey: string;
  /** Gets the answers that the authority looks for, by token. */
  readonly answers: Map<string, string>;
}

type AxiosAdapter = Extract<typeof acmeClient.axios.defaults.adapter, (...args: never) => unknown>;

/** A chain of certificates has some ten kilobytes. */
const bounds = { timeoutMs: 30_000, maxBytes: 512 * 1024 };

/** Makes a key for an account with a certificate authority, PEM. */
export async function makeAccountKey(): Promise<string> {
  const acme = await loadAcme();
  return String(await acme.crypto.createPrivateEcdsaKey());
}

/**
 * Orders a certificate with a new key by ACME (RFC 8555).
 * @throws Error with the authority's reason, or the network's
 */
export async function orderCertificate(order: CertificateOrder): Promise<CertificateFiles> {
  const { domain, directory, email, accountKey, answers } = order;
  const acme = await loadAcme();
  const client = new acme.Client({
    directoryUrl: directory,
    accountKey,
    backoffMin: 1_000,
    backoffMax: 10_000,
    backoffAttempts: 20,
  });
  const [key, csr] = await acme.crypto.createCsr(
    { commonName: domain, altNames: [domain] },
    await acme.crypto.createPrivateEcdsaKey(),
  );
  const cert = await client.auto({
    csr,
    ...(email !== undefined && { email }),
    termsOfServiceAgreed: true,
    challengePriority: ['http-01'],
    // Behind some routers a machine cannot reach its own name.
    skipChallengeVerification: true,
    async challengeCreateFn(_authorization, { token }, answer) {
      answers.set(token, answer);
    },
    async challengeRemoveFn(_authorization, { token }) {
      answers.delete(token);
    },
  });
  return { cert, key: String(key) };
}

/** Loaded late: only a server with a domain needs the library. */
async function loadAcme() {
  const { default: acme } = await import('acme-client');
  acme.axios.defaults.adapter = fetchForAxios;
  return acme;
}

/**
 * Axios over our own calls. Over its own transport, acme-client waits 75 seconds for a silent server and then throws
 * a TypeError, and after too many requests it waits as long as the server asks.
 */
const fetchForAxios: AxiosAdapter = async (config) => {
  const { url = '', method = 'get', headers, data } = config;
  try {
    const answer = await callOut(url, {
      ...bounds,
      method,
      headers: Object.fromEntries(
        Object.entries(headers.toJSON()).map(([name, value]) => [name, String(value)]),
      ),
      body: data,
    });
    requireRead(answer);
    const { status, statusText, text } = answer;
    return {
      status,
      statusText,
      config,
      request: null,
      headers: Object.fromEntries(answer.headers),
      data: text,
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const { host } = new URL(url);
    throw new Error(`${host} cannot be reached: ${error.message}`);
  }
};

import type acmeClient from 'acme-client';
import type { CertificateFiles } from './certificate.ts';

export interface CertificateOrder {
  readonly domain: string;
  /** Address of the authority's directory. */
  readonly directory: string;
  readonly email: string | undefined;
  /** PEM. */
  readonly accountKey: string;
  /** Where the authority finds our answers, by token. */
  readonly answers: Map<string, string>;
}

type AxiosAdapter = Extract<typeof acmeClient.axios.defaults.adapter, (...args: never) => unknown>;

const patienceMs = 30_000;

/** A key for an account with a certificate authority, PEM. */
export async function makeAccountKey(): Promise<string> {
  const acme = await loadAcme();
  return String(await acme.crypto.createPrivateEcdsaKey());
}

/**
 * Has a certificate made by ACME (RFC 8555), with a key of its own.
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
    // Many a router does not let a machine behind it reach its own name.
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

/** Only a server with a domain needs it. */
async function loadAcme() {
  const { default: acme } = await import('acme-client');
  acme.axios.defaults.adapter = fetchForAxios;
  return acme;
}

/**
 * Axios with our own way to the web. With its own, acme-client asks for 75 seconds where nobody answers,
 * and then throws a TypeError; and where there are too many requests, it waits for as long as it is told.
 */
const fetchForAxios: AxiosAdapter = async (config) => {
  const { url = '', method = 'get', headers, data } = config;
  let answer: Response;
  try {
    answer = await fetch(url, {
      method,
      headers: Object.entries(headers.toJSON()).map(([name, value]) => [name, String(value)]),
      body: data,
      signal: AbortSignal.timeout(patienceMs),
    });
  } catch (error) {
    const { code, name } = error as { code?: unknown; name?: unknown };
    throw new Error(`${new URL(url).host} cannot be reached (${String(code ?? name)})`);
  }
  const { status, statusText } = answer;
  return {
    ...{ status, statusText, config, request: null },
    headers: Object.fromEntries(answer.headers),
    data: await answer.text(),
  };
};

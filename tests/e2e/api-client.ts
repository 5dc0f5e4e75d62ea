/** The HTTP API as a page or a script calls it. */
import type { Server } from './harness.ts';

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a story looks into what it expects to be there
  readonly body: any;
}

export class ApiClient {
  readonly #server: Pick<Server, 'url'>;
  readonly token: string | undefined;

  constructor(server: Pick<Server, 'url'>, token?: string) {
    this.#server = server;
    this.token = token;
  }

  /** @throws Error unless the log-in succeeds */
  static async logIn(
    server: Pick<Server, 'url'>,
    given:
      | { readonly username: string; readonly password: string }
      | { readonly phone: string; readonly activationKey: string },
  ): Promise<ApiClient> {
    const path = 'phone' in given ? '/api/auth/customer-login' : '/api/auth/login';
    const { status, body } = await new ApiClient(server).post(path, given);
    if (status !== 200) throw new Error(`The log-in answered ${status}: ${JSON.stringify(body)}`);
    return new ApiClient(server, body.token);
  }

  get = (path: string) => this.call('GET', path);
  post = (path: string, body?: object) => this.call('POST', path, body);
  put = (path: string, body?: object) => this.call('PUT', path, body);
  delete = (path: string) => this.call('DELETE', path);

  async text(path: string): Promise<string> {
    return (await this.#fetch('GET', path)).text();
  }

  async call(method: string, path: string, body?: object): Promise<ApiAnswer> {
    const answer = await this.#fetch(method, path, body);
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  }

  #fetch(method: string, path: string, body?: object): Promise<Response> {
    return fetch(this.#server.url + path, {
      method,
      headers: {
        ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
  }
}

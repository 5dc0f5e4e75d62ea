import { afterAll, afterEach, expect, mock, spyOn, test } from 'bun:test';
import { askForProof, askWith, createApi, toQueryString } from './api-client.ts';
import { ApiError, NetworkError } from './api-error.ts';

let token = 'secret';
const end = mock((_reason: string) => {});
const replaceToken = (next: string) => {
  token = next;
};
const prove = mock(async (_methods: readonly string[]) => true);
const api = createApi({ read: () => ({ token, user: {} }), replaceToken, end }, prove);
const fetchSpy = spyOn(globalThis, 'fetch');
const answer = (give: () => Response | Promise<Response>) =>
  fetchSpy.mockImplementation(Object.assign(async () => give(), { preconnect: fetch.preconnect }));

afterEach(() => {
  token = 'secret';
  end.mockClear();
  prove.mockClear();
  fetchSpy.mockClear();
});
afterAll(() => fetchSpy.mockRestore());

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  );
}

test('a call carries token, query and body', async () => {
  answer(() => Response.json({ ok: true, data: 1 }));
  const got: unknown = await api.post(
    '/api/keys',
    { a: 1 },
    { query: { q: 'ร้าน', page: 2, filter: '' } },
  );
  expect(got).toEqual({ ok: true, data: 1 });
  const [url, init] = fetchSpy.mock.calls[0] ?? [];
  expect(url).toBe('/api/keys?q=%E0%B8%A3%E0%B9%89%E0%B8%B2%E0%B8%99&page=2');
  const headers = new Headers(init?.headers);
  expect([headers.get('Authorization'), headers.get('Content-Type'), init?.body]).toEqual([
    'Bearer secret',
    'application/json',
    '{"a":1}',
  ]);
});

test('a refusal keeps its code, its fields and the time to wait', async () => {
  answer(() =>
    Response.json(
      { ok: false, error: 'Invalid phone', code: 'VALIDATION', fields: { phone: 'Invalid phone' } },
      { status: 400, headers: { 'Retry-After': '7' } },
    ),
  );
  const error = await failureOf(api.get('/api/keys'));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    message: 'Invalid phone',
    status: 400,
    code: 'VALIDATION',
    fields: { phone: 'Invalid phone' },
    retryAfterSeconds: 7,
  });
  expect(end).not.toHaveBeenCalled();
});

test('a log-in that needs a second step keeps its ticket', async () => {
  const secondStep = { challenge: 'c1', methods: ['totp', 'recovery'] };
  const body = { ok: false, error: 'x', code: 'INVALID_CREDENTIALS', ...secondStep };
  answer(() => Response.json(body, { status: 401 }));
  expect(await failureOf(api.post('/api/auth/login', {}))).toMatchObject({ secondStep });
});

test.each(['TOKEN_EXPIRED', 'INVALID_TOKEN'])('%s ends the session', async (code) => {
  answer(() => Response.json({ ok: false, error: 'no', code }, { status: 401 }));
  await failureOf(api.get('/api/keys'));
  expect(end.mock.calls).toEqual([['expired']]);
});

test('a refusal of a token that was replaced meanwhile does not end the session', async () => {
  answer(() => {
    token = 'newer';
    return Response.json({ ok: false, error: 'no', code: 'INVALID_TOKEN' }, { status: 401 });
  });
  await failureOf(api.get('/api/keys'));
  expect(end).not.toHaveBeenCalled();
});

const renewing = () => Response.json({ ok: true }, { headers: { 'X-Renewed-Token': 'renewed' } });

test('the token in an answer is used from then on', async () => {
  answer(renewing);
  await api.get('/api/keys');
  expect(token).toBe('renewed');
});

test('the token in an answer replaces only the token of its own call', async () => {
  answer(() => {
    token = 'of a new password';
    return renewing();
  });
  await api.get('/api/keys');
  expect(token).toBe('of a new password');
});

test('wrong credentials do not end a session', async () => {
  const body = { ok: false, error: 'Current password incorrect', code: 'INVALID_CREDENTIALS' };
  answer(() => Response.json(body, { status: 401 }));
  await failureOf(api.post('/api/auth/change-password', {}));
  expect(end).not.toHaveBeenCalled();
});

const asking = () =>
  Response.json(
    { ok: false, error: 'x', code: 'REAUTHENTICATION_REQUIRED', methods: ['password', 'totp'] },
    { status: 403 },
  );

test('a call that asks who it is, is made once more when that was answered', async () => {
  const answers = [asking, () => Response.json({ ok: true, data: 1 })];
  answer(() => (answers.shift() ?? asking)());
  expect(await api.post('/api/operators', { a: 1 })).toEqual({ ok: true, data: 1 });
  expect(prove.mock.calls).toEqual([[['password', 'totp']]]);
  const [first, second] = fetchSpy.mock.calls;
  expect(second).toEqual(first);
});

test('it is made once more and no oftener, and not at all when nobody answered', async () => {
  answer(asking);
  expect(await failureOf(api.delete('/api/operators/1'))).toMatchObject({
    code: 'REAUTHENTICATION_REQUIRED',
  });
  expect([fetchSpy.mock.calls.length, prove.mock.calls.length]).toEqual([2, 1]);
  prove.mockImplementationOnce(async () => false);
  expect(await failureOf(api.delete('/api/operators/1'))).toMatchObject({
    code: 'REAUTHENTICATION_REQUIRED',
  });
  expect([fetchSpy.mock.calls.length, prove.mock.calls.length]).toEqual([3, 2]);
});

test('the page of a proxy is an error of its own', async () => {
  answer(() => new Response('<html>', { status: 502 }));
  expect(await failureOf(api.get('/api/keys'))).toMatchObject({ status: 502, code: 'UNKNOWN' });
});

test('no connection and half an answer are network errors; giving up is not', async () => {
  answer(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await failureOf(api.get('/api/keys'))).toBeInstanceOf(NetworkError);
  answer(() => new Response('{"ok":tr'));
  expect(await failureOf(api.get('/api/keys'))).toBeInstanceOf(NetworkError);
  answer(() => Promise.reject(new DOMException('gave up', 'AbortError')));
  const signal = AbortSignal.abort();
  expect(await failureOf(api.get('/api/keys', { signal }))).toMatchObject({ name: 'AbortError' });
});

test('a query leaves out what is not set', () => {
  expect(toQueryString({ q: '', page: 0, all: false, x: null, y: undefined })).toBe(
    '?page=0&all=false',
  );
  expect(toQueryString({})).toBe('');
});

test('many calls that want a proof at once ask once, and the next asks anew', async () => {
  const asked: unknown[] = [];
  let answer: (isProven: boolean) => void = () => {};
  const stop = askWith((methods) => {
    asked.push(methods);
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  const both = Promise.all([askForProof(['password']), askForProof(['password'])]);
  answer(true);
  expect(await both).toEqual([true, true]);
  const next = askForProof(['totp']);
  answer(false);
  expect(await next).toBe(false);
  expect(asked).toEqual([['password'], ['totp']]);
  stop();
  expect(await askForProof(['password'])).toBe(false);
  expect(asked).toHaveLength(2);
});

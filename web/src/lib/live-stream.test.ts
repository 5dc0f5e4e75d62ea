import { describe, expect, test } from 'bun:test';
import {
  chooseDelayMs,
  createSseParser,
  openLiveStream,
  type ServerSentEvent,
} from './live-stream.ts';

/** A server, a network and a clock that do as the test says. */
function setScene(lastId = '') {
  const log: string[] = [];
  const requests: Headers[] = [];
  const waits = new Set<{ ms: number; then: () => void }>();
  const onlineListeners = new Set<() => void>();
  let answer: (signal: AbortSignal) => Promise<Response> = () =>
    Promise.reject(new TypeError('no network'));
  let isOnline = true;
  let token: string | undefined = 'secret';
  const stream = openLiveStream({
    url: '/api/stream',
    readToken: () => token,
    lastId,
    onEvent: ({ event, data }) => log.push(`${event}=${data}`),
    onState: (state) => log.push(state),
    onRead: (id) => log.push(`read=${id}`),
    onAnswer: () => {},
    onUnauthorized: (refused) => log.push(`refused=${refused}`),
    environment: {
      fetch: (_url, init) => {
        requests.push(new Headers(init.headers));
        return answer(init.signal ?? AbortSignal.abort());
      },
      random: () => 1,
      wait: (ms, then) => {
        const entry = { ms, then };
        waits.add(entry);
        return () => waits.delete(entry);
      },
      onOnline: (then) => {
        onlineListeners.add(then);
        return () => onlineListeners.delete(then);
      },
      isOnline: () => isOnline,
    },
  });
  return {
    log,
    requests,
    stream,
    answerWith: (give: (signal: AbortSignal) => Response) => {
      answer = async (signal) => give(signal);
    },
    setToken: (next: string | undefined) => {
      token = next;
    },
    goOffline: () => {
      isOnline = false;
    },
    goOnline: () => {
      isOnline = true;
      for (const listener of onlineListeners) listener();
    },
    listeners: () => onlineListeners.size,
    delays: () => [...waits].map(({ ms }) => ms),
    elapse: () => {
      for (const entry of [...waits]) {
        waits.delete(entry);
        entry.then();
      }
    },
  };
}

/** Lets every promise that can settle do so. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function streamOf(...pieces: string[]): Response {
  return new Response(
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    }),
  );
}

/** Ends, as a real one does, only when the request is given up. */
function endless(signal: AbortSignal, text = ''): Response {
  return new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text));
        signal.addEventListener('abort', () => controller.error(signal.reason));
      },
    }),
  );
}

describe('a live stream', () => {
  test('sends the token, tells what comes, and resumes after the last id', async () => {
    const scene = setScene();
    await settle();
    scene.answerWith(() => streamOf('id: 9\nevent: de', 'vice\ndata: ไฟดับ\n\n'));
    scene.elapse();
    await settle();
    expect(scene.requests.at(-1)?.get('Authorization')).toBe('Bearer secret');
    expect(scene.log.slice(-5)).toEqual([
      'live',
      'read=9',
      'device=ไฟดับ',
      'read=9',
      'reconnecting',
    ]);

    scene.answerWith((signal) => endless(signal, 'data: more\n\n'));
    scene.elapse();
    await settle();
    expect(scene.requests.at(-1)?.get('Last-Event-ID')).toBe('9');
    expect(scene.log.slice(-3)).toEqual(['live', 'message=more', 'read=9']);
    scene.stream.close();
  });

  test('resumes after the id that came with a mere keep-alive', async () => {
    const scene = setScene();
    await settle();
    scene.answerWith(() => streamOf('id: 9\ndata: x\n\n', ': keep-alive\nid: 12\n\n'));
    scene.elapse();
    await settle();
    scene.answerWith((signal) => endless(signal));
    scene.elapse();
    await settle();
    expect(scene.requests.at(-1)?.get('Last-Event-ID')).toBe('12');
    scene.stream.close();
  });

  test('waits longer after each failure, and calls itself offline after the third', async () => {
    const scene = setScene();
    await settle();
    const delays = [];
    for (let failure = 0; failure < 9; failure += 1) {
      delays.push(...scene.delays());
      scene.elapse();
      await settle();
    }
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    expect(scene.log.slice(0, 5)).toEqual([
      'connecting',
      'reconnecting',
      'reconnecting',
      'offline',
      'offline',
    ]);
    scene.stream.close();
  });

  test('tries at once when the browser has a network again', async () => {
    const scene = setScene();
    scene.goOffline();
    await settle();
    expect(scene.log).toEqual(['connecting', 'offline']);
    scene.answerWith((signal) => endless(signal));
    scene.goOnline();
    await settle();
    expect(scene.log.at(-1)).toBe('live');
    expect(scene.listeners()).toBe(0);
    scene.stream.close();
  });

  test('gives up a connection that fell silent', async () => {
    const scene = setScene();
    await settle();
    scene.answerWith((signal) => endless(signal));
    scene.elapse();
    await settle();
    scene.elapse();
    await settle();
    expect(scene.log.slice(-2)).toEqual(['live', 'reconnecting']);
    scene.stream.close();
  });

  test('gives up after 20 s without a sign', async () => {
    const scene = setScene();
    await settle();
    scene.answerWith((signal) => endless(signal));
    scene.elapse();
    await settle();
    expect(scene.log.at(-1)).toBe('live');
    expect(scene.delays()).toEqual([20_000]);
    scene.stream.close();
  });

  test('comes back when a server that cannot serve just now asked for it, and is not offline', async () => {
    const scene = setScene();
    await settle();
    scene.answerWith(() => new Response('', { status: 503, headers: { 'Retry-After': '5' } }));
    for (let time = 0; time < 6; time += 1) {
      scene.elapse();
      await settle();
      expect(scene.delays()).toEqual([5_500]);
    }
    expect(new Set(scene.log)).toEqual(new Set(['connecting', 'reconnecting']));
    scene.stream.close();
  });

  test('goes on where another stream was left', async () => {
    const scene = setScene('7.2');
    await settle();
    expect(scene.requests.at(-1)?.get('Last-Event-ID')).toBe('7.2');
    scene.stream.close();
  });

  test('comes back with the token that took the place of the one refused', async () => {
    const scene = setScene();
    await settle();
    scene.answerWith(() => {
      scene.setToken('renewed');
      return new Response('', { status: 401 });
    });
    scene.elapse();
    await settle();
    scene.answerWith((signal) => endless(signal));
    scene.elapse();
    await settle();
    expect(scene.requests.at(-1)?.get('Authorization')).toBe('Bearer renewed');
    expect(scene.log.at(-1)).toBe('live');
    scene.stream.close();
  });

  test('closes for good when nobody is signed in any more', async () => {
    const scene = setScene();
    await settle();
    scene.setToken(undefined);
    scene.elapse();
    await settle();
    expect(scene.requests.length).toBe(1);
    expect(scene.delays()).toEqual([]);
  });

  test('closes for good when its token is refused', async () => {
    const scene = setScene();
    await settle();
    scene.answerWith(() => new Response('', { status: 401 }));
    scene.elapse();
    await settle();
    expect(scene.log.at(-1)).toBe('refused=secret');
    expect(scene.delays()).toEqual([]);
    expect(scene.listeners()).toBe(0);
  });

  test('says nothing more once closed', async () => {
    const scene = setScene();
    await settle();
    scene.stream.close();
    const before = [...scene.log];
    scene.elapse();
    scene.goOnline();
    await settle();
    expect(scene.log).toEqual(before);
  });
});

test('the delay is spread over the whole span, beyond what the server asked for', () => {
  expect(chooseDelayMs(0, () => 0)).toBe(0);
  expect(chooseDelayMs(3, () => 0.5)).toBe(2000);
  expect(chooseDelayMs(3, () => 0.5, 5000)).toBe(7000);
  expect(chooseDelayMs(60, () => 1)).toBe(30_000);
});

function parse(pieces: readonly string[], lastId?: string) {
  const events: ServerSentEvent[] = [];
  const retries: number[] = [];
  const parser = createSseParser(
    { onEvent: (event) => events.push(event), onRetry: (ms) => retries.push(ms) },
    lastId,
  );
  for (const piece of pieces) parser.push(piece);
  return { events, retries };
}

const stream =
  '\uFEFF: hello\r\nretry: 2500\r\n\r\nid: 7\revent: device\rdata: {"a":1}\r\rdata:one\ndata: two\ndata\n\n: ping\n\nid\nevent: end\ndata: bye\n\ndata: never finished\n';

const wanted = [
  { event: 'device', data: '{"a":1}', id: '7' },
  { event: 'message', data: 'one\ntwo\n', id: '7' },
  { event: 'end', data: 'bye', id: '' },
];

test('reads ids, names, data over several lines, comments and every kind of line end', () => {
  expect(parse([stream])).toEqual({ events: wanted, retries: [2500] });
});

test('does not care where the stream is cut', () => {
  for (let cut = 0; cut <= stream.length; cut += 1) {
    expect(parse([stream.slice(0, cut), stream.slice(cut)]).events).toEqual(wanted);
  }
  expect(parse([...stream]).events).toEqual(wanted);
});

test('goes on with the last id of the connection before', () => {
  expect(parse(['data: x\n\n'], '41').events).toEqual([{ event: 'message', data: 'x', id: '41' }]);
});

test('an event without data, an unknown field, and an id with a null are ignored', () => {
  const { events, retries } = parse(['event: a\n\nfoo: bar\nid: 1\0\nretry: soon\ndata: x\n\n']);
  expect(events).toEqual([{ event: 'message', data: 'x', id: '' }]);
  expect(retries).toEqual([]);
});

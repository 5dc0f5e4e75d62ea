import { expect, test } from 'bun:test';
import { createSseParser, type ServerSentEvent } from './sse-parser.ts';

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

import { expect, test } from 'bun:test';
import { AnswerParser, type Answers } from './mqtt-answers.ts';

const connack = [0x20, 2, 0, 0];
const puback = [0x40, 2, 0, 1];
const suback = [0x90, 3, 0, 1, 1];
const longPublish = [0x30, 0x82, 0x01, ...Array.from({ length: 130 }, () => 0x40)];

function parse(chunks: readonly (readonly number[])[]): Answers {
  const parser = new AnswerParser();
  const answers = { pubacks: 0, connack: -1 };
  for (const chunk of chunks) parser.parse(Uint8Array.from(chunk), answers);
  return answers;
}

test('counts acknowledgements among other packets', () => {
  const stream = [...connack, ...puback, ...suback, ...longPublish, ...puback, ...puback];
  expect(parse([stream])).toEqual({ pubacks: 3, connack: 0 });
});

test('counts the same however the stream is cut', () => {
  const stream = [...connack, ...puback, ...longPublish, ...puback, ...suback, ...puback];
  for (let size = 1; size < 12; size++) {
    const chunks: number[][] = [];
    for (let at = 0; at < stream.length; at += size) chunks.push(stream.slice(at, at + size));
    expect(parse(chunks)).toEqual({ pubacks: 3, connack: 0 });
  }
});

test('tells a refused connection', () => {
  expect(parse([[0x20, 2, 0, 5]]).connack).toBe(5);
});

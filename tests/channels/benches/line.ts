import { makeLineChannel } from '../../../src/notify/channels/line/line-channel.ts';
import { realTime } from '../../../src/server/clock.ts';
import { type LineFault, lineUser, startFakeLine } from '../../fakes/line/fake-line.ts';
import type { ChannelBench, Failure } from '../bench.ts';

interface At {
  readonly token: string;
  readonly apiRoot: string;
}

const users = [1, 2, 3, 4, 5, 6, 7].map(lineUser);

export const bench: ChannelBench<At> = {
  name: 'line',
  neverFails: { wait: 'LINE says that it is asked too often, but not for how long' },
  async open() {
    const line = await startFakeLine();
    for (const user of users) line.meet(user);
    const { token, apiRoot } = line;
    return {
      at: { token, apiRoot },
      addresses: users,
      arrived: () => line.sent.map(({ to, text }) => ({ address: to, text })),
      failNext: (failure) => line.failNext(faults[failure]),
      close: () => line.close(),
    };
  },
  connect: (at) => makeLineChannel({ ...at, ...realTime }),
};

const faults: Readonly<Record<Failure, LineFault>> = {
  wait: { kind: 'status', status: 429, message: 'The API rate limit has been exceeded.' },
  refused: { kind: 'status', status: 400, message: 'The request body has 1 error(s)' },
  gone: { kind: 'status', status: 400, message: 'Failed to send messages' },
  'answer lost': { kind: 'drop' },
  unreachable: { kind: 'refuse' },
};

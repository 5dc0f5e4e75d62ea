import { join } from 'node:path';
import mqtt from 'mqtt';

/** Where a client is to go, and as whom. */
export interface Target {
  readonly port: number;
  readonly deviceId: string;
  readonly token: string;
  readonly topic: string;
  readonly qos: 0 | 1 | 2;
}

/** A client that is connected, or on its way. */
export interface Running {
  /** Publishes a line. */
  say(line: string): void;
  /** The lines it has heard. */
  readonly heard: string[];
  stop(): void;
}

/** A client that others wrote. Besides where to go, it is told nothing: what it does is its default. */
export interface ForeignClient {
  readonly name: string;
  readonly speaks: '3.1' | '3.1.1' | '5';
  publish(target: Target): Running;
  listen(target: Target): Running;
}

const levels = { '3.1': 3, '3.1.1': 4, '5': 5 } as const;
const debianPython = '/usr/bin/python3';

/** Those of Debian, and of npm. */
export const foreignClients: readonly ForeignClient[] = [
  ...(['3.1', '3.1.1', '5'] as const).map((speaks): ForeignClient => {
    const flags = ({ port, deviceId, token, topic, qos }: Target) => [
      ...['-h', '127.0.0.1', '-p', `${port}`, '-u', deviceId, '-P', token],
      ...['-V', `mqttv${speaks.replaceAll('.', '')}`, '-t', topic, '-q', `${qos}`],
    ];
    return {
      name: 'mosquitto_pub, mosquitto_sub',
      speaks,
      publish: (target) => run(['mosquitto_pub', ...flags(target), '-l']),
      listen: (target) => run(['mosquitto_sub', ...flags(target)]),
    };
  }),
  ...(['3.1', '3.1.1', '5'] as const).map((speaks): ForeignClient => {
    const flags = ({ port, deviceId, token, topic, qos }: Target) => [
      ...['-h', '127.0.0.1', '-p', `${port}`, '-u', deviceId, '-P', token],
      ...['-V', speaks.replaceAll('.', ''), '-t', topic, '-q', `${qos}`],
    ];
    return {
      name: 'Paho C',
      speaks,
      // A line is no message for it above a hundred bytes.
      publish: (target) => run(['paho_c_pub', ...flags(target), '--maxdatalen', '1000']),
      listen: (target) => run(['paho_c_sub', ...flags(target)]),
    };
  }),
  ...(['3.1.1', '5'] as const).map((speaks): ForeignClient => {
    const start = (what: string, { port, deviceId, token, topic, qos }: Target) =>
      run([
        ...[debianPython, join(import.meta.dir, 'paho-client.py'), what, `${levels[speaks]}`],
        ...[`${port}`, deviceId, token, topic, `${qos}`],
      ]);
    return {
      name: 'Paho Python',
      speaks,
      publish: (target) => start('publish', target),
      listen: (target) => start('listen', target),
    };
  }),
  ...(['3.1.1', '5'] as const).map((speaks): ForeignClient => {
    const start = ({ port, deviceId, token }: Target) =>
      mqtt.connect({
        ...{ host: '127.0.0.1', port, username: deviceId, password: token },
        protocolVersion: levels[speaks],
      });
    return {
      name: 'MQTT.js',
      speaks,
      publish(target) {
        const client = start(target);
        return {
          heard: [],
          say: (line) => void client.publish(target.topic, line, { qos: target.qos }),
          stop: () => void client.end(true),
        };
      },
      listen(target) {
        const client = start(target);
        const heard: string[] = [];
        client.on('message', (_topic, payload) => heard.push(payload.toString()));
        client.subscribe(target.topic, { qos: target.qos });
        return { heard, say() {}, stop: () => void client.end(true) };
      },
    };
  }),
];

/** A program that publishes each line it reads, or prints each message it hears. */
function run(command: string[]): Running {
  const child = Bun.spawn(command, { stdin: 'pipe', stdout: 'pipe', stderr: 'ignore' });
  const heard: string[] = [];
  void (async () => {
    for await (const chunk of child.stdout) {
      heard.push(...Buffer.from(chunk).toString().split('\n').filter(Boolean));
    }
  })();
  return {
    heard,
    say(line) {
      child.stdin.write(`${line}\n`);
      child.stdin.flush();
    },
    stop: () => child.kill('SIGKILL'),
  };
}

/**
 * Node-RED's own MQTT nodes with their defaults: a flow sends and hears. Version 5 needs a newer Node.js
 * than Debian has, which comes with it from npm.
 */
import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testDeviceId } from '../../src/mqtt/testing/fake-ingest.ts';
import { beat, eventually, startTestBroker } from '../../src/mqtt/testing/test-broker.ts';
import { runProgram } from '../e2e/harness.ts';
import { tempDir } from '../support/temp-dir.ts';

const newerNode = `node-linux-${process.arch}`;
const releases = [
  { release: '4', packages: ['node-red@4'], node: () => 'node' },
  {
    release: '5',
    packages: ['node-red@5', `${newerNode}@22`],
    node: (dir: string) => join(dir, 'node_modules', newerNode, 'bin', 'node'),
  },
];

test.each(
  releases.flatMap((one) => ['4', '5'].map((protocolVersion) => ({ ...one, protocolVersion }))),
)(
  'a flow of Node-RED $release publishes, hears a command and stays, at protocol level $protocolVersion',
  async ({ release, packages, node, protocolVersion }) => {
    const kept = process.env['NODE_RED_DIR'];
    const dir = kept === undefined ? tempDir('faiwatch-node-red') : join(kept, release);
    mkdirSync(dir, { recursive: true });
    const installed = await runProgram([
      ...['npm', 'install', '--prefix', dir, '--no-audit', '--no-fund', ...packages],
    ]);
    expect(installed).toMatchObject({ code: 0 });
    const it = await startTestBroker();
    const { deviceId, token } = it.ingest.enrol(testDeviceId(1));
    const user = tempDir('faiwatch-flow');
    const topic = (leaf: string) => `faiwatch/v1/${deviceId}/${leaf}`;
    const flow = [
      { id: 'tab', type: 'tab', label: 'board' },
      {
        ...{ id: 'broker', type: 'mqtt-broker', broker: '127.0.0.1', port: `${it.port}` },
        ...{ clientid: '', autoConnect: true, usetls: false, protocolVersion, keepalive: '60' },
        ...{
          cleansession: true,
          autoUnsubscribe: true,
          birthTopic: '',
          closeTopic: '',
          willTopic: '',
        },
      },
      {
        ...{ id: 'clock', type: 'inject', z: 'tab', repeat: '0.5', once: true, onceDelay: 0.1 },
        ...{ props: [{ p: 'payload' }], payload: JSON.stringify(beat()), payloadType: 'json' },
        wires: [['out']],
      },
      {
        id: 'out',
        type: 'mqtt out',
        z: 'tab',
        topic: topic('heartbeat'),
        qos: '2',
        broker: 'broker',
      },
      {
        ...{ id: 'in', type: 'mqtt in', z: 'tab', topic: topic('commands'), qos: '2' },
        ...{ datatype: 'auto-detect', broker: 'broker', inputs: 0, wires: [['said']] },
      },
      { id: 'said', type: 'debug', z: 'tab', active: true, console: true, complete: 'payload' },
    ];
    writeFileSync(join(user, 'flows.json'), JSON.stringify(flow));
    const credentials = { broker: { user: deviceId, password: token } };
    writeFileSync(join(user, 'flows_cred.json'), JSON.stringify(credentials));
    writeFileSync(
      join(user, 'settings.js'),
      "module.exports = { flowFile: 'flows.json', credentialSecret: false, httpAdminRoot: false, httpNodeRoot: false };",
    );
    const program = Bun.spawn(
      [node(dir), join(dir, 'node_modules', 'node-red', 'red.js'), '--userDir', user],
      { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' },
    );
    let said = '';
    void (async () => {
      for await (const chunk of program.stdout) said += Buffer.from(chunk).toString();
    })();
    try {
      await eventually(() => it.ingest.beats.length >= 3);
      await eventually(() => it.broker.publishCommand(deviceId, { type: 'identify' }));
      await eventually(() => said.includes('identify'));
      const heard = it.ingest.beats.length;
      await eventually(() => it.ingest.beats.length > heard);
      expect(it.ingest.sessions).toEqual([`opened ${deviceId}`]);
      expect(it.ingest.refusals).toEqual([]);
    } finally {
      program.kill('SIGKILL');
      await it.broker.stop();
    }
  },
  300_000,
);

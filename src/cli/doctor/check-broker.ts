import { type Finding, findingsOf, type Patient } from './finding.ts';

const { ok, warning, wrong } = findingsOf('broker');

const defaultPorts: Readonly<Record<string, number>> = {
  'mqtt:': 1883,
  'mqtts:': 8883,
  'ws:': 80,
  'wss:': 443,
};

/** Whether devices can be heard over MQTT. */
export async function checkBroker({ config, server }: Patient): Promise<Finding[]> {
  const { mqtt_url: address } = config;
  if (server?.kind === 'system') {
    const { is_listening: isListening, detail, sessions } = server.system.broker;
    if (isListening) {
      const connected = sessions === null ? '' : `; ${sessions} devices are connected`;
      return [ok(`Devices are heard over MQTT${connected}.`)];
    }
    return [
      wrong(
        `Devices are not heard over MQTT: ${detail ?? 'the broker is away'}.`,
        'Check the broker that mqtt_url names.',
      ),
    ];
  }
  if (address === undefined) {
    return config.mqtt_port === null && config.mqtts_port === null
      ? [warning('MQTT is off, except over WebSocket.', 'Set mqtt_port if boards should use it.')]
      : [];
  }
  const { protocol, hostname, port } = new URL(address);
  const number = port === '' ? (defaultPorts[protocol] ?? 1883) : Number(port);
  try {
    const socket = await Bun.connect({ hostname, port: number, socket: { data() {} } });
    socket.end();
    return [ok(`The broker ${hostname}:${number} can be reached.`)];
  } catch (error) {
    const code = String((error as { code?: unknown }).code);
    return [
      wrong(
        `The broker ${hostname}:${number} cannot be reached (${code}).`,
        'Check the broker, or correct mqtt_url.',
      ),
    ];
  }
}

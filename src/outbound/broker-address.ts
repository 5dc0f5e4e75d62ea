import type { IClientOptions, MqttProtocol } from 'mqtt';

/**
 * The address of an MQTT broker as options of `mqtt`, which reads a text with what Node.js warns of. A path counts
 * with `ws` and `wss`.
 * @param address `mqtt://`, `mqtts://`, `ws://` or `wss://`, with user name and password if the broker asks for them
 */
export function brokerAddress(address: string): IClientOptions {
  const { protocol, hostname, port, pathname, search, username, password } = new URL(address);
  return {
    protocol: protocol.slice(0, -1) as MqttProtocol,
    // An IPv6 address has brackets there.
    host: hostname.replaceAll(/[[\]]/g, ''),
    path: `${pathname}${search}`,
    ...(port !== '' && { port: Number(port) }),
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
  };
}

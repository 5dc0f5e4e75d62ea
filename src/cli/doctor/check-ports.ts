import type { Config } from '../../installation/config.ts';
import { fetchLocally } from '../ask-server.ts';
import { type Finding, findingsOf, type Patient } from './finding.ts';

const { ok, wrong } = findingsOf('ports');

/** Whether this server has each of its ports, or can have it. */
export async function checkPorts({ config, isRunning }: Patient): Promise<Finding[]> {
  const { host } = config;
  const others = [
    config.mqtt_url === undefined ? config.mqtt_port : null,
    config.mqtts_port,
    ...(config.domain === undefined ? [] : [config.https_port, config.acme_port]),
  ].filter((port) => port !== null && port !== 0 && port !== config.port);
  if (!isRunning) {
    const ports = config.port === 0 ? others : [config.port, ...others];
    return ports.map((port) => tryToListen(host, port ?? 0));
  }
  const findings = config.port === 0 ? [] : [await askHealth(config)];
  for (const port of others) findings.push(await tryToConnect(host, port ?? 0));
  return findings;
}

async function askHealth(config: Config): Promise<Finding> {
  const mend = 'sudo systemctl restart faiwatch';
  try {
    const answer = await fetchLocally(config, '/readyz');
    if (answer.isOk) return ok(`HTTP on port ${config.port} is served by FaiWatch, and ready.`);
    return wrong(`HTTP on port ${config.port} answers, but is not ready (${answer.status}).`, mend);
  } catch {
    return wrong(
      `A server runs, but does not answer on port ${config.port}.`,
      `Was it started with another --port? If not: ${mend}`,
    );
  }
}

async function tryToConnect(host: string, port: number): Promise<Finding> {
  const hostname = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  try {
    const socket = await Bun.connect({ hostname, port, socket: { data() {} } });
    socket.end();
    return ok(`Port ${port} is served.`);
  } catch {
    return wrong(
      `A server runs, but nothing listens on port ${port}.`,
      'Was it started with another port? If not: sudo systemctl restart faiwatch',
    );
  }
}

function tryToListen(host: string, port: number): Finding {
  try {
    Bun.listen({ hostname: host, port, socket: { data() {} } }).stop(true);
    return ok(`Port ${port} is free.`);
  } catch (error) {
    const code = String((error as { code?: unknown }).code);
    // The installed service has the right to use low ports.
    if (code === 'EACCES') return ok(`Port ${port} can only be tested by root.`);
    const why =
      code === 'EADDRINUSE' ? 'is in use by another program' : `cannot be had on ${host} (${code})`;
    return wrong(
      `Port ${port} ${why}.`,
      `Find it with: sudo ss -ltnp 'sport = :${port}'; or set another port in faiwatch.toml.`,
    );
  }
}

import type { Config } from '../../installation/config.ts';
import { askRunningConfig } from '../../server/running-config.ts';
import { fetchLocally } from '../ask-server.ts';
import { runProgram } from '../service/system.ts';
import { unitName } from '../service/unit.ts';
import type { ServiceControl } from './restart-service.ts';

/** The service as systemd runs it on this machine. */
export function controlService(config: Config): ServiceControl {
  return {
    // The service's answer shows whether it has started. systemd would wait for half an hour.
    restart: () => runProgram('systemctl', 'restart', '--no-block', unitName),
    stop: () => runProgram('systemctl', 'stop', unitName),
    async askRelease() {
      try {
        const answer = await fetchLocally(await askRunningConfig(config), '/readyz');
        const body: unknown = JSON.parse(answer.text);
        const { version } = (body ?? {}) as { version?: unknown };
        return answer.isOk && typeof version === 'string' ? version : null;
      } catch {
        return null;
      }
    },
    sleep: (ms) => Bun.sleep(ms),
  };
}

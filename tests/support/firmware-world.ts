import { addFirmware } from '../../src/actions/firmware/add-firmware.ts';
import {
  type RolloutChange,
  rollOutFirmware,
} from '../../src/actions/firmware/roll-out-firmware.ts';
import { makeRelease, type ReleaseOptions, testReleaseKey } from './firmware.ts';
import type { HttpWorld } from './http-world.ts';
import { testActor } from './monitor.ts';

/** Adds a release to a world, and rolls it out. @returns the bytes of its app */
export function addTestFirmware(
  { monitor, firmware }: Pick<HttpWorld, 'monitor' | 'firmware'>,
  options: ReleaseOptions & { readonly rollout?: RolloutChange } = {},
): Uint8Array {
  const release = makeRelease(options);
  const { publicKey } = testReleaseKey;
  addFirmware(monitor, firmware, publicKey, release, testActor, monitor.clock());
  if (options.rollout !== undefined) {
    rollOutFirmware(monitor, release, options.rollout, testActor, monitor.clock());
  }
  const app = release.parts.find(({ name }) => name === 'app');
  if (app === undefined) throw new Error('a release has an app');
  return app.bytes;
}

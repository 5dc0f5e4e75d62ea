import {
  readExtras,
  resolveExtras,
  settleExtras,
  settleMessages,
} from '../actions/system/extras.ts';
import type { ExtrasAccess } from '../http/engine/api-context.ts';
import type { Config } from '../installation/config.ts';
import { modules } from '../modules/index.ts';
import type { Core, ModuleBody } from '../modules/module.ts';
import type { Store } from '../store/engine/open.ts';

interface SwitchedOn {
  readonly extras: ExtrasAccess;
  /** Starts all that are on. */
  readonly start: (core: Core) => readonly ModuleBody[];
}

/**
 * Loads the modules that are on: those the configuration names, else those that were chosen. Of the others no more
 * than the manifest is evaluated.
 */
export async function switchOnModules(
  config: Pick<Config, 'extras' | 'named'>,
  store: Store,
): Promise<SwitchedOn> {
  const { named } = config;
  settleExtras(store, modules, named);
  const on =
    config.extras === undefined
      ? readExtras(store, modules, named)
      : resolveExtras(config.extras, modules);
  settleMessages(store, modules, on);
  const loaded = await Promise.all(
    modules.filter(({ name }) => on.includes(name)).map(({ load }) => load()),
  );
  return {
    extras: { known: modules, on, isConfigured: config.extras !== undefined, named },
    start: (core) => loaded.map((start) => start(core)),
  };
}

import { readExtras, resolveExtras, settleExtras } from '../actions/system/extras.ts';
import type { ExtrasAccess } from '../http/engine/api-context.ts';
import type { Config } from '../installation/config.ts';
import { modules } from '../modules/index.ts';
import type { ModuleBody } from '../modules/module.ts';
import type { Store } from '../store/engine/open.ts';

/**
 * Loads the modules that are on: those the configuration names, else those that were chosen. Of the others no more
 * than the manifest is evaluated.
 */
export async function switchOnModules(
  config: Pick<Config, 'extras'>,
  store: Store,
): Promise<{ readonly extras: ExtrasAccess; readonly bodies: readonly ModuleBody[] }> {
  settleExtras(store, modules);
  const on =
    config.extras === undefined
      ? readExtras(store, modules)
      : resolveExtras(config.extras, modules);
  const bodies = await Promise.all(
    modules.filter(({ name }) => on.includes(name)).map(({ load }) => load()),
  );
  return { extras: { known: modules, on, isConfigured: config.extras !== undefined }, bodies };
}

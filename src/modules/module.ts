/** What a module is. docs/architecture.md, "Core and modules", says how one is written. */
import type { KnownExtra } from '../actions/system/extras.ts';
import type { ModuleCalls } from '../http/engine/api-context.ts';

/** What is known of a module without loading it. */
export interface Module extends KnownExtra {
  /** Called only where the module is on. */
  readonly load: () => Promise<ModuleBody>;
}

/** What a module does once it is on. */
export interface ModuleBody extends ModuleCalls {}

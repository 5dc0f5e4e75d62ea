import { readKeptJson, writeKeptJson } from '../disk/kept-json.ts';
import { type AppError, invalidField } from '../domain/errors.ts';
import { type ConsoleSetting, consoleSettings } from '../domain/system/console-settings.ts';
import { consoleSettingsPath } from './paths.ts';

/** Settings of an owner in the console, under the keys of the configuration, which wins. */
export function readConsoleSettings(dataDir: string): Readonly<Record<string, unknown>> {
  const kept = readKeptJson(consoleSettingsPath(dataDir));
  return Object.fromEntries(
    consoleSettings.flatMap((key) => (key in kept ? [[key, kept[key]]] : [])),
  );
}

/** @param value null: as if it had never been given */
export function keepConsoleSetting(
  dataDir: string,
  setting: ConsoleSetting,
  value: string | null,
): void {
  const { [setting]: _, ...others } = readConsoleSettings(dataDir);
  writeKeptJson(
    consoleSettingsPath(dataDir),
    value === null ? others : { ...others, [setting]: value },
  );
}

/** The finding with which a value is refused. */
export function refuseValue(finding: string): AppError {
  return invalidField('value', finding);
}

/** Settings of the machine that an owner may give in the console, where the configuration does not. */
export const consoleSettings = ['timezone', 'public_url', 'backup_directory'] as const;
export type ConsoleSetting = (typeof consoleSettings)[number];

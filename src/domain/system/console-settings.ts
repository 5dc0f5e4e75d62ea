/** Settings of the machine that an owner may give in the console, where the configuration does not. */
export const consoleSettings = ['timezone', 'public_url', 'backup_directory'] as const;
export type ConsoleSetting = (typeof consoleSettings)[number];

/** Those that belong to one machine of a cluster. All others are the installation's. */
export const machineSettings: readonly ConsoleSetting[] = ['backup_directory'];

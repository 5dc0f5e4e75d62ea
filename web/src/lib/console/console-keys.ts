/**
 * The first word of the name of every answer the console keeps. What somebody changes here may show in
 * any list, and the few that are open are asked for again; after a log-out nothing of it is kept.
 */
export const consoleKey = ['console'] as const;

/** What modules add to the console, a line each. */
import { reliability } from './reliability/in-console.ts';

export const inConsole = [reliability] as const;

export const consoleRoutes = inConsole.flatMap(({ routes }) => routes);

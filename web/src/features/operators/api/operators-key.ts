import { consoleKey } from '../../../lib/console/console-keys.ts';

export const operatorsKey = [...consoleKey, 'operators'];

import { isOfOperators, walkAccess } from './walk-access.ts';
import { readCalls } from './world.ts';

walkAccess((await readCalls()).filter(isOfOperators));

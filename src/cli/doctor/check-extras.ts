import { isSetUp } from '../../actions/system/extras.ts';
import { modules } from '../../modules/index.ts';
import { type Finding, findingsOf, type Patient } from './finding.ts';

const { warning } = findingsOf('extras');

/** Whether the configuration sets a module up that it leaves out where it names the modules. */
export function checkExtras({ config }: Pick<Patient, 'config'>): Finding[] {
  const { extras, named } = config;
  if (extras === undefined || extras === 'all') return [];
  return modules
    .filter((module) => isSetUp(module, named) && !extras.includes(module.name))
    .map(({ name, setUpBy }) =>
      warning(
        `The configuration sets ${name} up (${setUpBy}), but extras leaves it out: it is off.`,
        `Add ${name} to extras, or take ${setUpBy} out.`,
      ),
    );
}

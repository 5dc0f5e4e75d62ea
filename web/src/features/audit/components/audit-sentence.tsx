import type { AuditEntryAnswer } from '../../../../../src/contract/people/audit.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { describeAction } from '../action-words.ts';
import { ActorName, SubjectName } from './audit-names.tsx';

/** `Nok renamed a device: Kitchen`; who and what lead to their pages. */
export function AuditSentence({ entry }: { entry: AuditEntryAnswer }) {
  const { t } = useTranslation();
  const action = describeAction(entry.action, t);
  return (
    <span className="block font-normal">
      <ActorName entry={entry} /> {action.charAt(0).toLowerCase() + action.slice(1)}
      <span className="block">
        <SubjectName entry={entry} />
      </span>
    </span>
  );
}

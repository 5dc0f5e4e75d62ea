import { CircleCheck, CircleDashed, CircleSlash, Hourglass, type LucideIcon } from 'lucide-react';
import type { KeyAnswer } from '../../../../../src/contract/keys/keys.ts';
import { Badge, type Tone } from '../../../components/ui/badge.tsx';
import { useTranslation } from '../../../lib/i18n.ts';

const statuses = {
  active: { tone: 'good', icon: CircleCheck, word: 'activation_keys.status.active' },
  unused: { tone: 'info', icon: CircleDashed, word: 'activation_keys.status.unused' },
  expired: { tone: 'bad', icon: Hourglass, word: 'activation_keys.status.expired' },
  inactive: { tone: 'neutral', icon: CircleSlash, word: 'activation_keys.status.inactive' },
} as const satisfies Record<KeyAnswer['status'], { tone: Tone; icon: LucideIcon; word: string }>;

export function KeyStatusBadge({ status }: { status: KeyAnswer['status'] }) {
  const { t } = useTranslation();
  const { tone, icon, word } = statuses[status];
  return (
    <Badge tone={tone} icon={icon}>
      {t(word)}
    </Badge>
  );
}

import { Plus, Save, Settings, Trash2 } from 'lucide-react';
import { Button } from '../../src/components/ui/button.tsx';
import { IconButton } from '../../src/components/ui/icon-button.tsx';
import { Row, Section } from '../section.tsx';
import { useSamples } from '../use-samples.ts';

export function TypeSection() {
  const samples = useSamples();
  return (
    <Section title={samples.type}>
      <div className="grid gap-3">
        <p className="font-semibold text-4xl">{samples.sentence}</p>
        <p className="font-semibold text-2xl">{samples.sentence}</p>
        <p className="text-lg">{samples.sentence}</p>
        <p>{samples.sentence}</p>
        <p className="text-muted text-sm">{samples.sentence}</p>
        <p className="text-muted text-xs">{samples.sentence} 0123456789</p>
      </div>
      <div aria-hidden="true" className="flex flex-wrap gap-2">
        {['bg-ground', 'bg-surface', 'bg-raised', 'bg-line', 'bg-strong', 'bg-accent'].map(
          (name) => (
            <span key={name} className={`size-14 rounded-md border border-line ${name}`} />
          ),
        )}
      </div>
    </Section>
  );
}

const icon = 'size-4';

export function ButtonSection() {
  const samples = useSamples();
  return (
    <Section title={samples.buttons}>
      {(['large', 'medium', 'small'] as const).map((size) => (
        <Row key={size}>
          <Button look="primary" size={size} icon={<Save aria-hidden="true" className={icon} />}>
            {samples.save}
          </Button>
          <Button look="secondary" size={size}>
            {samples.cancel}
          </Button>
          <Button look="ghost" size={size} icon={<Plus aria-hidden="true" className={icon} />}>
            {samples.more}
          </Button>
          <Button look="danger" size={size} icon={<Trash2 aria-hidden="true" className={icon} />}>
            {samples.delete}
          </Button>
        </Row>
      ))}
      <Row>
        <Button look="primary" isBusy>
          {samples.saving}
        </Button>
        <Button look="secondary" isBusy>
          {samples.saving}
        </Button>
        <Button look="primary" disabled>
          {samples.save}
        </Button>
        <Button look="secondary" disabled>
          {samples.cancel}
        </Button>
        <IconButton label={samples.more} icon={Settings} />
        <IconButton label={samples.more} icon={Settings} look="secondary" />
        <IconButton label={samples.more} icon={Settings} size="small" isBusy />
      </Row>
    </Section>
  );
}

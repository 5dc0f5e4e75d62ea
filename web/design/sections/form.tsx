import { Card } from '../../src/components/ui/card.tsx';
import { Form } from '../../src/components/ui/form/form.tsx';
import { toast } from '../../src/components/ui/toast.ts';
import { Section } from '../section.tsx';
import { useSampleForm } from '../use-sample-form.ts';
import { useSamples } from '../use-samples.ts';

export function FormSection() {
  const samples = useSamples();
  const form = useSampleForm(() => toast.success(samples.saved));
  return (
    <Section title={samples.form}>
      <Card className="max-w-md p-5 sm:p-6">
        <Form form={form}>
          <form.AppField name="name">
            {(field) => <field.TextField label={samples.name} hint={samples.form_hint} />}
          </form.AppField>
          <form.AppField name="phone">
            {(field) => <field.TextField label={samples.phone} type="tel" />}
          </form.AppField>
          <form.AppForm>
            <form.FormError />
            <form.SubmitButton>{samples.save}</form.SubmitButton>
          </form.AppForm>
        </Form>
      </Card>
    </Section>
  );
}

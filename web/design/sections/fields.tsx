import { useState } from 'react';
import { CheckboxField } from '../../src/components/ui/checkbox.tsx';
import { DateField, TimeField } from '../../src/components/ui/clock-field.tsx';
import { NumberField, SliderField } from '../../src/components/ui/number-field.tsx';
import { SearchField } from '../../src/components/ui/search-field.tsx';
import { SelectField } from '../../src/components/ui/select-field.tsx';
import { SwitchField } from '../../src/components/ui/switch-field.tsx';
import { PasswordField, TextAreaField, TextField } from '../../src/components/ui/text-field.tsx';
import { formatSeconds } from '../../src/lib/format.ts';
import { useLanguage } from '../../src/lib/use-language.ts';
import { Section } from '../section.tsx';
import { useSamples } from '../use-samples.ts';

const models = [
  { value: 's2-mini', label: 'ESP32-S2 Mini', detail: 'esp32-s2-mini' },
  { value: 't-display', label: 'T-Display', detail: 'esp32-lilygo-t-display' },
] as const;

export function FieldSection() {
  const samples = useSamples();
  const language = useLanguage();
  const [name, setName] = useState('');
  const [phone, setPhone] = useState('081-234');
  const [code, setCode] = useState('7Q4KD-9M2XP-C3R8T-VWYZ6');
  const [password, setPassword] = useState('open sesame');
  const [price, setPrice] = useState<number | null>(300);
  const [model, setModel] = useState<'s2-mini' | 't-display' | null>(null);
  const [day, setDay] = useState('2026-11-25');
  const [time, setTime] = useState('');
  const [notes, setNotes] = useState('');
  const [isOn, setIsOn] = useState(true);
  const [isTold, setIsTold] = useState(true);
  const [threshold, setThreshold] = useState(60);
  const [reminder, setReminder] = useState(300);
  const [words, setWords] = useState('');
  const seconds = (value: number) => formatSeconds(value, language);
  return (
    <Section title={samples.fields}>
      <SearchField label={samples.search} value={words} onChange={setWords} className="max-w-md" />
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
        <TextField label={samples.name} hint={samples.name_hint} value={name} onChange={setName} />
        <TextField
          label={samples.phone}
          error={samples.phone_error}
          type="tel"
          value={phone}
          onChange={setPhone}
        />
        <TextField label={samples.key} isCode value={code} onChange={setCode} />
        <TextField
          label={samples.device_id}
          isReadOnly
          isCode
          value="fw-a1b2c3d4e5f6"
          onChange={() => {}}
        />
        <TextField label={samples.name} isDisabled value={samples.name_value} onChange={() => {}} />
        <PasswordField label={samples.password} value={password} onChange={setPassword} />
        <NumberField
          label={samples.price}
          unit={samples.baht}
          min={0}
          value={price}
          onChange={setPrice}
        />
        <SelectField
          label={samples.device_type}
          options={models}
          value={model}
          onChange={setModel}
        />
        <DateField label={samples.date} value={day} onChange={setDay} />
        <TimeField label={samples.time} value={time} onChange={setTime} />
        <TextAreaField label={samples.notes} isOptional value={notes} onChange={setNotes} />
      </div>
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <div>
          <SwitchField
            label={samples.alerts}
            hint={samples.alerts_hint}
            isOn={isOn}
            onChange={setIsOn}
          />
          <CheckboxField
            label={samples.recovery}
            isChecked={isTold}
            onChange={setIsTold}
            isDisabled={!isOn}
          />
        </div>
        <div className="grid gap-5">
          <SliderField
            label={samples.threshold}
            value={threshold}
            onChange={setThreshold}
            min={5}
            max={300}
            step={5}
            format={seconds}
            isDisabled={!isOn}
          />
          <SliderField
            label={samples.reminder}
            value={reminder}
            onChange={setReminder}
            min={30}
            max={1800}
            step={30}
            format={seconds}
            isDisabled={!isOn}
          />
        </div>
      </div>
    </Section>
  );
}

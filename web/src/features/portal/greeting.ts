import { formatPhone } from '../../lib/format.ts';

type SayGreeting = (
  key: 'portal.welcome' | 'portal.welcome_phone',
  values: { name: string; phone: string },
) => string;

/** One who has not been named is stored under the phone number: that is shown as a number, not used as a name. */
export function greet({ name, phone }: { name: string; phone: string }, say: SayGreeting): string {
  const isNamed = name.trim() !== '' && name !== phone;
  const values = { name, phone: formatPhone(phone) };
  if (isNamed) return say('portal.welcome', values);
  return phone === '' ? '' : say('portal.welcome_phone', values);
}

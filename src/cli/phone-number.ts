import { InvalidArgumentError } from 'commander';
import { normalisePhone } from '../domain/people/phone.ts';

/** Reads the value of an option that is a phone number, as E.164. */
export function phoneNumber(text: string): string {
  const phone = normalisePhone(text);
  if (phone === null) throw new InvalidArgumentError('must be a phone number such as 0812345678');
  return phone;
}

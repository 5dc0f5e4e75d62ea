import type { Message } from '../channel.ts';
import { toPlainLines } from './plain-text.ts';

/** A message in words, as each kind has its own. */
export type MessageBody = Pick<Message, 'html' | 'buttons'>;

export function headingOf(html: string): string {
  return toPlainLines(html)[0] ?? '';
}

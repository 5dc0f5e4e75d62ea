import type { Message, MessageFacts } from '../channel.ts';
import { toPlainLines } from './plain-text.ts';

/** A message in words, and for far ends that are programs the facts behind it, as each kind has its own. */
export type MessageBody = Pick<Message, 'html' | 'buttons'> & MessageFacts;

export function headingOf(html: string): string {
  return toPlainLines(html)[0] ?? '';
}

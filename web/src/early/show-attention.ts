/**
 * Writes who needs attention into the picture of the console, before the page's own scripts have come. Its parts and words
 * were rendered at build time by those of the page (attention-picture.tsx).
 */

import type { devicesAnswerSchema } from '../../../src/contract/devices/devices.ts';
import type { OutputOf } from '../../../src/contract/shape.ts';
import { describeAttention } from '../features/console/attention-words.ts';
import { readDevicePower } from '../lib/console/device-power.ts';
import type { Language } from '../lib/language.ts';
import { cloneAs, fill, sayFrom } from './first-answer.ts';

/**
 * @param place what is replaced
 * @param parts the template of the language
 */
export function showAttention(
  place: Element,
  parts: HTMLTemplateElement,
  lost: OutputOf<typeof devicesAnswerSchema>,
  language: Language,
): void {
  const attention = describeAttention(lost, sayFrom(parts, language), language);
  if (attention === null) return;
  const { look, title, details } = attention;
  const shown = cloneAs(parts, `[data-part=${look}] > *`);
  fill(shown, { title, details });
  const sites = shown.querySelector('[data-sites]');
  if (lost.data.length === 0) sites?.remove();
  for (const device of lost.data) {
    const site = cloneAs(parts, `[data-part=${readDevicePower(device)}] > li`);
    fill(site, { name: device.site_name });
    sites?.append(site);
  }
  place.replaceChildren(shown);
}

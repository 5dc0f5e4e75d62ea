/**
 * Writes what the first answer says of each site into the picture of the portal, before the page's own scripts have come.
 * Its parts and words were rendered at build time by those of the page (power-picture.tsx).
 */
import type { PortalDevice } from '../../../src/contract/devices/portal.ts';
import { formatElapsed, formatMoment } from '../features/portal/format-since.ts';
import {
  countListed,
  describeSite,
  listToAnswer,
  longFrom,
  mostCards,
  sortByUrgency,
  summariseFew,
  summariseMany,
  urgency,
} from '../features/portal/site-state.ts';
import type { Language } from '../lib/language.ts';
import { cloneAs, fill, sayFrom } from './first-answer.ts';

/**
 * @param place what is replaced
 * @param parts the template of the language
 */
export function showPower(
  place: Element,
  parts: HTMLTemplateElement,
  devices: readonly PortalDevice[],
  language: Language,
  nowMs: number,
): void {
  // Whoever has no board is told how to add one, which is the page's to say.
  if (devices.length === 0) return;
  const say = sayFrom(parts, language);
  const isFew = devices.length <= mostCards;
  const shown = cloneAs(parts, isFew ? '[data-part=few]' : '[data-part=many]');

  function drawSite(device: PortalDevice): Element {
    const { power, since } = describeSite(device);
    const site = cloneAs(parts, `[data-part=${power}] > [data-as=${isFew ? 'card' : 'row'}] > li`);
    const duration = since && formatElapsed(power, since, nowMs, language);
    const justNow = isFew ? say('portal.just_now', {}) : null;
    fill(site, {
      name: device.site_name,
      since: since && say('portal.since', { time: formatMoment(since, nowMs, language) }),
      lasting: duration ? say('portal.lasting', { duration }) : justNow,
    });
    return site;
  }

  const powers = devices.map((device) => describeSite(device).power);
  const counted = urgency
    .filter((power) => powers.includes(power))
    .map((power) => {
      const one = cloneAs(parts, `[data-part=${power}] > [data-as=count] > li`);
      fill(one, { count: String(powers.filter((other) => other === power).length) });
      return one;
    });
  const summary = (isFew ? summariseFew : summariseMany)(devices, say);
  fill(shown, { summary });
  const sites = shown.querySelector('[data-sites]');
  sites?.append(...sortByUrgency(devices).slice(0, countListed(devices)).map(drawSite));
  if (devices.length === 1) {
    sites?.classList.remove('lg:grid-cols-2');
    // The card shows the same to the eye.
    shown.querySelector('[role=status]')?.classList.add('sr-only');
  }
  const counts = shown.querySelector('[data-counts]');
  const isLong = devices.length >= longFrom;
  // One state is what the sentence says; several are on the tabs of a long list.
  if (counted.length > 1 && !isLong) counts?.append(...counted);
  else counts?.remove();
  const search = shown.querySelector('[data-search]');
  if (!isLong) search?.remove();
  else if (counted.length === 1) search?.firstElementChild?.remove();
  if (listToAnswer(devices).length < 2) {
    shown.querySelector('[data-answer]')?.classList.add('max-sm:hidden');
  }
  place.replaceChildren(...shown.childNodes);
}

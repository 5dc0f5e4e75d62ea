import type { ToldArea } from '../../store/outbox/operator-news.ts';
import type { OperatorTexts } from './catalogue.ts';
import { escapeHtml } from './plain-text.ts';
import type { TimeWords } from './time-words.ts';

/** More cells than this are not named. */
const mostCells = 10;

/** Says to the operator that an area outage began, or that it is over. */
export function renderAreaOutage(
  { area, isOver }: ToldArea,
  { area: texts }: OperatorTexts,
  times: TimeWords,
): string {
  const { lost, back, healthy, cells, beganTo, endedAt, cause, status } = area;
  const what = cause === 'mains' && status === 'suspected' ? 'silent' : cause;
  const heading = isOver ? texts.ended : texts.began[what];
  const where = cells.length === 0 ? texts.unnamed : cells.slice(0, mostCells).join(', ');
  const more = cells.length > mostCells ? ` ${texts.andMore(cells.length - mostCells)}` : '';
  const said = isOver
    ? texts.back(back, lost, times.span(beganTo, endedAt ?? beganTo))
    : texts.lost(lost, lost + healthy, times.moment(beganTo));
  return `<b>${heading}</b>\n${escapeHtml(`${where}${more}`)}\n${said}`;
}

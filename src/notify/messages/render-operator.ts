import type { Language } from '../../domain/states.ts';
import type { ClusterDetail } from '../../domain/system/cluster-problems.ts';
import type { OperatorNews } from '../../domain/system/operator-news.ts';
import {
  channelTroubleOf,
  isOwnProblem,
  type SystemProblem,
} from '../../domain/system/system-problems.ts';
import type { OperatorMessage, ToldArea } from '../../store/outbox/operator-news.ts';
import type { Message } from '../channel.ts';
import { catalogues, type OperatorTexts } from './catalogue.ts';
import { escapeHtml } from './plain-text.ts';
import type { MessageBody, TimeWords, Wording } from './wording.ts';

/**
 * Says what began and what is over.
 * @param systemUrl the system page of the console. Null: the server's address is not known
 */
export function renderOperatorNews(
  { rows }: OperatorMessage,
  systemUrl: string | null,
  { texts: { operator: texts }, times }: Pick<Wording, 'texts' | 'times'>,
): MessageBody {
  const say = ({ problem, detail }: OperatorNews) =>
    `• ${detail === undefined ? sayProblem(problem, texts) : escapeHtml(sayCluster(detail, texts, times))}`;
  const problems = rows.flatMap(({ news }) => ('problem' in news ? news : []));
  const sayAll = (isOver: boolean) => problems.filter((news) => news.isOver === isOver).map(say);
  const [began, ended] = [sayAll(false), sayAll(true)];
  const parts = rows.flatMap(({ news }) =>
    'area' in news ? renderAreaOutage(news, texts, times) : [],
  );
  if (began.length > 0) parts.push(`<b>${texts.began}</b>`, ...began);
  if (ended.length > 0) parts.push(`<b>${texts.ended}</b>`, ...ended);
  if (systemUrl !== null && began.length + ended.length > 0)
    parts.push(`${texts.seeSystem}: ${escapeHtml(systemUrl)}`);
  return { html: parts.join('\n'), buttons: [], problems };
}

/** More cells than this are not named. */
const mostCells = 10;

/** Says to the operator that an area outage began, or that it is over. */
function renderAreaOutage(
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

function sayProblem(problem: SystemProblem, texts: OperatorTexts): string {
  const found = channelTroubleOf(problem);
  if (found !== null) return texts.trouble[found.trouble](texts.channel[found.channel]);
  return isOwnProblem(problem) ? texts.problem[problem] : problem;
}

/** In full: which machine, since when and why. */
function sayCluster(detail: ClusterDetail, { cluster }: OperatorTexts, times: TimeWords): string {
  switch (detail.problem) {
    case 'quorum_lost':
      return cluster.quorumLost(times.span(detail.fromAt, detail.toAt));
    case 'node_unable':
      return detail.nodes
        .map(({ node, obstacle }) => cluster.unable(node, cluster.obstacle[obstacle]))
        .join(' ');
    case 'node_behind':
      return cluster.behind(detail.nodes.join(', '));
    case 'lead_moved': {
      const { node, from, isPlanned, at } = detail;
      const moved = cluster.moved(node, times.moment(at));
      if (from === null || isPlanned === null) return moved;
      const kind = from === node ? 'again' : isPlanned ? 'planned' : 'silent';
      return `${moved} ${cluster.why[kind](from)}`;
    }
  }
}

/** A message that only shows that a channel works. */
export function renderChannelTest(language: Language): Message {
  const { heading, text } = catalogues[language].operator.test;
  const html = `<b>${heading}</b>\n${text}`;
  return { kind: 'test', language, heading, html, buttons: [], outageIds: [] };
}

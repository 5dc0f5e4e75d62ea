import { buttonActions } from '../../domain/alerts/button-actions.ts';
import { saidTimes, type ToldStatus } from '../../domain/fleet/status-news.ts';
import type { ChannelName } from '../../domain/states.ts';
import type { StatusMessage } from '../../store/outbox/status-news.ts';
import type { Message } from '../channel.ts';
import { nameArea } from './area-names.ts';
import { showName } from './plain-text.ts';
import { headingOf, type MessageBody, makeWording, type Wording } from './wording.ts';

/**
 * Says to whoever follows areas what the public page says of them.
 * @param statusUrl the public page. Null: the server's address is not known
 */
export async function renderStatusNews(
  { rows, channel, language }: StatusMessage,
  now: number,
  timezone: string,
  statusUrl: string | null,
): Promise<Message> {
  const wording = makeWording(language, now, timezone);
  const tell = async ({ news }: (typeof rows)[0]) => {
    const area = showName(await nameArea(news.area, language));
    return news.says === 'outage' ? sayOutage(news, area, wording) : sayLeft(area, wording);
  };
  const [{ news }] = rows;
  const body =
    news.says === 'question'
      ? ask(news.area, showName(await nameArea(news.area, language)), channel, wording)
      : close(await Promise.all(rows.map(tell)), wording, statusUrl);
  const about = rows.map(({ news: { area } }) => area).join();
  return { kind: 'status', language, heading: headingOf(body.html), ...body, outageIds: [], about };
}

/** A browser is asked without a word: it answers by itself. */
function ask(area: string, name: string, channel: ChannelName, { texts }: Wording): MessageBody {
  const { asks, about, ignore, action, follows, willBeTold } = texts.status;
  const lines =
    channel === 'webpush'
      ? [`<b>${follows(name)}</b>`, willBeTold]
      : [`<b>${asks}</b>`, about(name), ignore];
  const buttons = [{ text: action, action: buttonActions.follow, id: area }];
  return { html: lines.join('\n'), buttons };
}

function sayOutage(
  { isOver, outage }: Extract<ToldStatus, { says: 'outage' }>,
  area: string,
  { texts: { status }, times, duration }: Wording,
): string {
  const { beganAt, endedAt } = saidTimes(outage);
  const heading = (isOver ? status.ended : status.began)[outage.kind](area);
  const when =
    endedAt === null
      ? status.since(times.moment(beganAt))
      : status.was(times.span(beganAt, endedAt), duration(endedAt - beganAt));
  return `<b>${heading}</b>\n${when}`;
}

function sayLeft(area: string, { texts: { status } }: Wording): string {
  return `<b>${status.left(area)}</b>\n${status.leftMeans}`;
}

function close(
  told: readonly string[],
  { texts: { status } }: Wording,
  statusUrl: string | null,
): MessageBody {
  const lines = [...told, status.source, ...(statusUrl === null ? [] : [status.page(statusUrl)])];
  const stop = { text: status.stop, action: buttonActions.unfollow, id: '' };
  return { html: lines.join('\n'), buttons: [stop] };
}

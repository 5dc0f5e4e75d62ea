import type { ReportAnswer } from '../../contract/fleet/report.ts';
import type { TimelineState } from '../../domain/fleet/device-timeline.ts';
import { lostPerSite } from '../../domain/fleet/lost-per-site.ts';
import { type Fonts, margin, Page, type Write, width } from './pdf-page.ts';
import { ink, looks, weight } from './power-looks.ts';
import { type ReportSheet, type RibbonPiece, ribbonWidth } from './sheets.ts';

export async function drawReport(
  sheet: ReportSheet,
  fonts: Fonts,
): Promise<Uint8Array<ArrayBuffer>> {
  const page = new Page(sheet, fonts);
  drawHead(page, sheet);
  drawSummary(page, sheet);
  drawDays(page, sheet.report);
  drawSites(page, sheet);
  drawHistory(page, sheet.report);
  return page.finish();
}

function drawHead(page: Page, sheet: ReportSheet): void {
  const { words } = page;
  const { texts } = words;
  const { report, account, timezone, madeAt } = sheet;
  const { period, by_device: sites } = report;
  page.write(texts.title, margin, page.y, { size: 18, bold: true });
  drawBrand(page, margin + width, page.y + 5);
  page.y += 32;
  page.line(page.y, ink.text, 1.4);
  page.y += 8;
  const only = sites.length === 1 ? sites[0]?.device_name : undefined;
  const facts = [
    ...(account === null ? [] : [{ term: texts.customer, value: account }]),
    { term: texts.period, value: words.period(period, madeAt) },
    { term: texts.sites, value: only ?? `${texts.allSites} (${words.number(sites.length)})` },
    { term: texts.made, value: words.moment(madeAt) },
    { term: texts.clocks, value: timezone },
  ];
  const column = width / 2;
  for (const [index, { term, value }] of facts.entries()) {
    const x = margin + (index % 2) * column;
    const y = page.y + Math.floor(index / 2) * 30;
    page.write(term, x, y, { size: 8, colour: ink.muted });
    page.write(value, x, y + 11, { size: 10, width: column - 12 });
  }
  page.y += Math.ceil(facts.length / 2) * 30;
}

/** The mark of the pages, and the name beside it. */
function drawBrand(page: Page, right: number, y: number): void {
  const name = 'FaiWatch';
  page.doc.font('bold').fontSize(12);
  const x = right - page.doc.widthOfString(name);
  page.doc
    .save()
    .translate(x - 20, y)
    .path('M9 0 L1 10 H7 L6 16 L14 6 H8 Z')
    .fill(ink.accent)
    .restore();
  page.write(name, x, y - 1, { size: 12, bold: true });
}

function drawSummary(page: Page, { report, before, madeAt }: ReportSheet): void {
  const { words } = page;
  const { texts } = words;
  const rows = (summary: ReportAnswer['summary']) => [
    words.percent(summary.availability_percent),
    words.number(summary.total_outages),
    words.duration(summary.total_duration_hours * 60),
    words.duration(summary.avg_duration_minutes),
    words.duration(summary.longest_outage_hours * 60),
  ];
  page.heading(texts.summary, 60);
  const sites = report.by_device.length;
  const total = sites > 1 ? texts.totalOf(sites) : texts.total;
  const labels = [texts.availability, texts.outages, total, texts.average, texts.longest];
  const column = width / labels.length;
  const figures = rows(report.summary);
  page.doc.roundedRect(margin, page.y, width, 46, 6).fill(ink.raised);
  for (const [index, label] of labels.entries()) {
    const x = margin + index * column + 8;
    page.write(label, x, page.y + 6, { size: 8, colour: ink.muted, width: column - 12 });
    page.write(figures[index] ?? '', x, page.y + 19, { size: 13, bold: true, width: column - 12 });
  }
  page.y += 46;
  if (before !== null) {
    page.y += 6;
    page.write(texts.compared(words.period(before.period, madeAt)), margin + 8, page.y, {
      size: 8,
      colour: ink.muted,
    });
    page.y += 12;
    for (const [index, figure] of rows(before.summary).entries()) {
      const x = margin + index * column + 8;
      page.write(figure, x, page.y, { size: 10, width: column - 12 });
    }
    page.y += 16;
  }
  const lost = lostPerSite(report);
  const notes = [
    ...(sites > 1 && lost.minutes > 0 ? [texts.perSite(words.duration(lost.minutes))] : []),
    ...(lost.uncertainMinutes > 0 ? [texts.uncertain(words.duration(lost.uncertainMinutes))] : []),
  ];
  if (notes.length > 0) {
    page.y += 6;
    page.write(notes.join(', '), margin + 8, page.y, { size: 8.5, colour: ink.muted });
    page.y += 10;
  }
  for (const { planned, count, duration } of report.by_planned) {
    page.y += 6;
    const words = [texts.planned[planned], texts.count(count), page.words.duration(duration)];
    page.write(words.join(' · '), margin + 8, page.y, { size: 8.5, colour: ink.muted });
    page.y += 10;
  }
  if (report.summary.total_outages === 0 && report.recent_outages.length === 0) {
    if (report.summary.availability_percent === null) return;
    page.y += 10;
    page.write(texts.good, margin, page.y, { bold: true, size: 10 });
    page.y += 14;
  }
}

/** So many days stand beside each other. */
const mostDays = 31;
const barHeight = 56;

function drawDays(page: Page, { period, by_date: dates }: ReportAnswer): void {
  const { words, doc } = page;
  const first = Date.parse(period.first_date);
  const count = Math.round((Date.parse(period.last_date) - first) / dayMs) + 1;
  if (count < 2 || count > mostDays || dates.length === 0) return;
  page.heading(words.texts.perDay, barHeight + 30);
  page.write(words.texts.perDayUnit, margin, page.y - 4, { size: 8, colour: ink.muted });
  page.y += 22;
  const byDate = new Map(dates.map((date) => [date.date, date]));
  const most = Math.max(...dates.map(({ duration }) => duration));
  const step = width / count;
  const floor = page.y + barHeight;
  for (let day = 0; day < count; day += 1) {
    const date = new Date(first + day * dayMs).toISOString().slice(0, 10);
    const x = margin + day * step;
    const minutes = byDate.get(date)?.duration ?? 0;
    if (minutes > 0) {
      const height = Math.max(2, (minutes / most) * barHeight);
      doc.rect(x + step * 0.2, floor - height, step * 0.6, height).fill(looks.down.colour);
      page.write(shortTime(minutes), x - 4, floor - height - 11, {
        size: 6.5,
        width: step + 8,
        align: 'center',
      });
    }
    page.write(String(Number(date.slice(8))), x, floor + 3, {
      size: 7,
      colour: ink.muted,
      width: step,
      align: 'center',
    });
  }
  page.line(floor, ink.muted);
  page.y = floor + 16;
}

const dayMs = 86_400_000;

/** `45`, `1:38`: minutes, or hours and minutes. */
function shortTime(minutes: number): string {
  const whole = Math.max(1, Math.round(minutes));
  return whole < 60 ? `${whole}` : `${Math.floor(whole / 60)}:${`${whole % 60}`.padStart(2, '0')}`;
}

function drawSites(page: Page, { report, ribbons, ticks }: ReportSheet): void {
  const { words } = page;
  const { texts } = words;
  const sites = report.by_device.toSorted(
    (one, other) =>
      other.total_duration - one.total_duration || other.outage_count - one.outage_count,
  );
  if (sites.length === 0) return;
  page.heading(texts.bySite, 60);
  const hasRibbons = Object.keys(ribbons).length > 0;
  if (!hasRibbons) {
    page.write(texts.noRibbons, margin, page.y - 4, { size: 8, colour: ink.muted });
    page.y += 10;
  }
  const seen = new Set<TimelineState>();
  for (const site of sites) {
    const pieces = ribbons[site.device_id];
    page.need(pieces === undefined ? 20 : 46);
    const figures = [
      texts.count(site.outage_count),
      words.duration(site.total_duration),
      `${texts.availability} ${words.percent(site.availability_percent)}`,
    ].join(' · ');
    const used = page.write(figures, margin, page.y, { size: 8.5, width, align: 'right' });
    const room = width - used - 12;
    page.write(site.device_name, margin, page.y - 1, { size: 10, bold: true, width: room });
    page.y += 16;
    if (pieces === undefined) continue;
    drawRibbon(page, pieces);
    for (const { state } of pieces) seen.add(state);
    page.y += 14;
    for (const { x, label } of ticks) {
      const at = margin + (x / ribbonWidth) * width;
      page.doc
        .moveTo(at, page.y - 2)
        .lineTo(at, page.y + 1)
        .lineWidth(0.5)
        .stroke(ink.muted);
      const room = 60;
      const left = Math.min(Math.max(margin, at - room / 2), margin + width - room);
      const align = left === margin ? 'left' : left < at - room / 2 ? 'right' : 'center';
      page.write(label, left, page.y + 2, { size: 6.5, colour: ink.muted, width: room, align });
    }
    page.y += 16;
  }
  if (hasRibbons) drawLegend(page, seen);
}

function drawRibbon(page: Page, pieces: readonly RibbonPiece[]): void {
  const scale = width / ribbonWidth;
  page.doc.rect(margin, page.y, width, 12).fill(ink.raised);
  for (const { x, width: wide, state } of pieces) {
    const rect = { x: margin + x * scale, y: page.y, width: wide * scale, height: 12 };
    drawState(page, rect, state);
  }
}

interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Power is a quiet band; all else stands taller, each with a texture of its own. */
function drawState({ doc }: Page, { x, y, width: wide, height }: Rect, state: TimelineState): void {
  const { colour, texture } = looks[state];
  const quiet = state === 'up' ? height * 0.15 : 0;
  const box = () => doc.rect(x, y + quiet, wide, height - 2 * quiet);
  if (texture === 'plain') return void box().fill(colour);
  if (texture === 'outline') return void box().lineWidth(0.8).stroke(colour);
  doc.save();
  box().fillOpacity(0.35).fill(colour);
  doc.fillOpacity(1);
  box().clip();
  if (texture === 'stripes') {
    for (let at = x - height; at < x + wide; at += 4) {
      doc.moveTo(at, y + height).lineTo(at + height, y);
    }
    doc.lineWidth(1.5).stroke(colour);
  } else if (texture === 'lines') {
    for (let at = y + 1; at < y + height; at += 3) doc.moveTo(x, at).lineTo(x + wide, at);
    doc.lineWidth(1.2).stroke(colour);
  } else {
    for (let across = x + 1.5; across < x + wide; across += 4) {
      for (let down = y + 2; down < y + height; down += 4) doc.circle(across, down, 1);
    }
    doc.fill(colour);
  }
  doc.restore();
}

function drawLegend(page: Page, seen: ReadonlySet<TimelineState>): void {
  const { texts } = page.words;
  page.doc.font('regular').fontSize(8);
  page.need(36);
  let x = margin;
  for (const state of weight) {
    if (!seen.has(state)) continue;
    if (x > margin && x + 18 + page.doc.widthOfString(texts.states[state]) > margin + width) {
      [x, page.y] = [margin, page.y + 14];
    }
    drawState(page, { x, y: page.y + 2, width: 14, height: 8 }, state);
    x += 18;
    x += page.write(texts.states[state], x, page.y, { size: 8, colour: ink.muted }) + 14;
  }
  page.y += 16;
}

function drawHistory(page: Page, { recent_outages: outages, summary }: ReportAnswer): void {
  if (outages.length === 0) return;
  const { words } = page;
  const { texts } = words;
  const columns = [
    { term: texts.site, width: 0.25 },
    { term: texts.down, width: 0.18 },
    { term: texts.back, width: 0.18 },
    { term: texts.duration, width: 0.12 },
    { term: texts.cause, width: 0.27 },
  ];
  const row = (cells: readonly string[], options: Write) => {
    let x = margin;
    for (const [index, cell] of cells.entries()) {
      const wide = (columns[index]?.width ?? 0) * width;
      page.write(cell, x, page.y, { size: 8.5, ...options, width: wide - 8 });
      x += wide;
    }
    page.y += 15;
  };
  const heads = () => {
    row(
      columns.map(({ term }) => term),
      { size: 8, colour: ink.muted },
    );
    page.line(page.y - 1);
    page.y += 3;
  };
  page.heading(texts.history, 50);
  heads();
  for (const outage of outages) {
    if (page.need(16)) heads();
    const planned = outage.planned === null ? '' : ` (${texts.planned[outage.planned]})`;
    const back =
      outage.recover_time === null ? texts.notBack : words.moment(Date.parse(outage.recover_time));
    row(
      [
        outage.device_name,
        words.moment(Date.parse(outage.down_time)),
        outage.is_open && outage.recover_time !== null ? texts.unconfirmed : back,
        // As on the page: it is not known yet.
        outage.recover_time === null ? '-' : words.duration(outage.duration_minutes),
        `${texts.causes[outage.cause]}${planned}`,
      ],
      {},
    );
  }
  if (outages.length < summary.total_outages) {
    page.need(16);
    page.write(texts.newest(outages.length), margin, page.y, { size: 8, colour: ink.muted });
  }
}

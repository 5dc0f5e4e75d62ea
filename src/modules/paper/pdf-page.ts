import PDFDocument from 'pdfkit';
import { makePaperWords, type PaperWords } from './paper-words.ts';
import { ink } from './power-looks.ts';
import type { ReportSheet } from './sheets.ts';
import { settable } from './thai-text.ts';

/** Files of the font, regular and bold. */
export interface Fonts {
  readonly regular: Uint8Array;
  readonly bold: Uint8Array;
}

export const margin = 40;
export const width = 595 - 2 * margin;
const bottom = 842 - margin - 20;

export interface Write {
  readonly size?: number;
  readonly bold?: boolean;
  readonly colour?: string;
  readonly width?: number;
  readonly align?: 'left' | 'right' | 'center';
}

/** A document that is written from top to bottom. */
export class Page {
  readonly doc: PDFKit.PDFDocument;
  readonly words: PaperWords;
  readonly #parts: Buffer[] = [];
  /** Where the next thing begins. */
  y = margin;

  constructor({ language, timezone, madeAt }: ReportSheet, { regular, bold }: Fonts) {
    this.words = makePaperWords(language, timezone);
    this.doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      lang: language,
      // The fonts that PDF programs bring along have no Thai letters.
      font: null as unknown as string,
      info: {
        Title: this.words.texts.title,
        Creator: 'FaiWatch',
        Producer: 'FaiWatch',
        CreationDate: new Date(madeAt),
      },
      displayTitle: true,
    });
    this.doc.on('data', (part: Buffer) => this.#parts.push(part));
    this.doc.registerFont('regular', Buffer.from(regular));
    this.doc.registerFont('bold', Buffer.from(bold));
  }

  /** One line, cut where it has no room. @returns its width */
  write(text: string, x: number, y: number, options: Write = {}): number {
    const { size = 9, bold = false, colour = ink.text, width: room, align = 'left' } = options;
    this.doc
      .font(bold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(colour);
    const shown = this.#fit(text, room);
    const own = this.doc.widthOfString(shown);
    const shift = room === undefined || align === 'left' ? 0 : room - own;
    this.doc.text(shown, x + (align === 'center' ? shift / 2 : shift), y, { lineBreak: false });
    return own;
  }

  #fit(text: string, room: number | undefined): string {
    const whole = settable(text);
    if (room === undefined || this.doc.widthOfString(whole) <= room) return whole;
    const signs = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
    for (let length = signs.length - 1; length > 0; length -= 1) {
      const cut = settable(`${signs.slice(0, length).join('').trimEnd()}…`);
      if (this.doc.widthOfString(cut) <= room) return cut;
    }
    return '…';
  }

  line(y: number, colour: string = ink.line, thickness = 0.7): void {
    this.doc
      .moveTo(margin, y)
      .lineTo(margin + width, y)
      .lineWidth(thickness)
      .strokeColor(colour)
      .stroke();
  }

  /** Begins a new page unless so much fits. @returns whether it did */
  need(height: number): boolean {
    if (this.y + height <= bottom) return false;
    this.doc.addPage();
    this.y = margin;
    return true;
  }

  heading(text: string, follows: number): void {
    this.need(30 + follows);
    this.y += 14;
    this.write(text, margin, this.y, { size: 11, bold: true });
    this.y += 20;
  }

  async finish(): Promise<Uint8Array<ArrayBuffer>> {
    const { doc, words } = this;
    const { count } = doc.bufferedPageRange();
    for (let number = 0; number < count; number += 1) {
      doc.switchToPage(number);
      const foot = { size: 8, colour: ink.muted, width };
      this.write(words.texts.page(number + 1, count), margin, 842 - margin, {
        ...foot,
        align: 'right',
      });
      this.write('FaiWatch', margin, 842 - margin, foot);
    }
    const ended = new Promise((resolve) => doc.once('end', resolve));
    doc.end();
    await ended;
    return Buffer.concat(this.#parts);
  }
}

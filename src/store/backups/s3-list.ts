import { type OutboundAnswer, requireRead } from '../../outbound/call-out.ts';

interface S3ListPage {
  readonly contents: readonly { readonly key: string; readonly bytes: number }[];
  /** There is more after the last key. */
  readonly isTruncated: boolean;
}

/**
 * A page of ListObjectsV2 (https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html). Its keys are
 * all that is looked for, so the XML is searched, not parsed.
 * @throws Error when it is none, OutboundError when it could not be read
 */
export function readListPage(answer: OutboundAnswer): S3ListPage {
  requireRead(answer);
  const { text } = answer;
  if (!text.includes('<ListBucketResult')) throw new Error('the answer is no list of a bucket');
  const contents: { key: string; bytes: number }[] = [];
  for (const piece of text.split('<Contents>').slice(1)) {
    const key = fieldOf(piece, 'Key');
    const bytes = Number(fieldOf(piece, 'Size') ?? 0);
    if (key !== null && Number.isSafeInteger(bytes)) contents.push({ key, bytes });
  }
  return { contents, isTruncated: fieldOf(text, 'IsTruncated') === 'true' };
}

function fieldOf(xml: string, name: string): string | null {
  const from = xml.indexOf(`<${name}>`);
  if (from === -1) return null;
  const to = xml.indexOf('<', from + 1);
  return to === -1 ? null : unescapeXml(xml.slice(from + name.length + 2, to));
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

function unescapeXml(text: string): string {
  return text.replaceAll(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi,
    (whole, hex, decimal, name) => {
      if (name !== undefined) return named[name] ?? whole;
      const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    },
  );
}

/** Reads TwiML as strictly as Twilio: an unknown verb or attribute is an error (12100, 12200). */

interface Told {
  /** What is played first. */
  readonly play: string;
  /** Where a key is posted. Null: none is taken. */
  readonly action: string | null;
}

const attributes: Readonly<Record<string, readonly string[]>> = {
  Response: [],
  Gather: ['input', 'numDigits', 'finishOnKey', 'timeout', 'method', 'action'],
  Play: ['loop'],
  Hangup: [],
};

const entities: Readonly<Record<string, string>> = {
  ...{ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' },
};

/** @throws Error that says what is wrong */
export function readTwiml(text: string): Told {
  const body = text.replace(/^<\?xml version="1.0" encoding="UTF-8"\?>/, '');
  const open: string[] = [];
  let play: string | null = null;
  let action: string | null = null;
  for (let at = 0; at < body.length; ) {
    const tag = /^<(\/?)(\w+)((?: \w+="[^"<]*")*)(\/?)>/.exec(body.slice(at));
    if (tag === null) {
      const [words = ''] = /^[^<]*/.exec(body.slice(at)) ?? [];
      if (open.at(-1) !== 'Play' || words === '')
        throw new Error(`12100: ${body.slice(at, at + 40)}`);
      play ??= unescapeXml(words);
      at += words.length;
      continue;
    }
    const [whole, isEnd, name = '', given = '', isEmpty] = tag;
    const allowed = attributes[name];
    if (allowed === undefined) throw new Error(`12200: ${name}`);
    at += whole.length;
    if (isEnd === '/') {
      if (open.pop() !== name) throw new Error(`12100: </${name}>`);
      continue;
    }
    if ((name === 'Response') !== (open.length === 0)) throw new Error(`12100: <${name}>`);
    for (const [, field = '', value = ''] of given.matchAll(/ (\w+)="([^"]*)"/g)) {
      if (!allowed.includes(field)) throw new Error(`12200: ${name} ${field}`);
      if (field === 'action') action = unescapeXml(value);
    }
    if (isEmpty !== '/') open.push(name);
  }
  if (open.length > 0 || play === null) throw new Error('12100');
  for (const address of [play, action]) {
    if (address !== null && !/^https?:$/.test(URL.parse(address)?.protocol ?? '')) {
      throw new Error(`11100: ${address}`);
    }
  }
  return { play, action };
}

function unescapeXml(text: string): string {
  return text.replaceAll(/&\w+;|&/g, (entity) => {
    const char = entities[entity];
    if (char === undefined) throw new Error(`12100: ${entity}`);
    return char;
  });
}

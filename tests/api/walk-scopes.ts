/** What a program needs besides the role of its token: every call, without and with its scopes. */
import { expect, test } from 'bun:test';
import { type TokenScope, tokenScopes } from '../../src/domain/people/token-scopes.ts';
import { ApiWorld, type Call } from './world.ts';

const ofPeople = /^\/api\/(account|auth|operators|tokens|settings\/security|setup\/settings)(\/|$)/;

/** What only people may call, whatever the role and the scopes of a program. */
export function isOfPeople({ path, spec }: Call): boolean {
  return ofPeople.test(path) || (spec.needsProof === true && spec.scope === undefined);
}

type Body = Readonly<Record<string, unknown>> | undefined;

/** The body of a call as the document shows it. */
function bodyOf({ operation }: Call): Body {
  return operation.requestBody?.content['application/json']?.example as Body;
}

/** The document's first example of a field. */
function exampleOf({ operation }: Call, field: string): unknown {
  const shape = operation.requestBody?.content['application/json']?.schema.properties?.[field];
  const [, examples] = /"examples":(\[.*?\])/.exec(JSON.stringify(shape)) ?? [];
  return JSON.parse(examples ?? '[]')[0];
}

/** Whether a program needs a scope for the call as the document shows it. */
export function needsScope(call: Call): boolean {
  const given = bodyOf(call) ?? {};
  const fields = Object.keys(call.spec.fieldScopes ?? {});
  return call.spec.scope !== undefined || fields.some((field) => field in given);
}

/** @param scopes of an owner's token that makes the call in a world of its own */
async function ask(call: Call, scopes: readonly TokenScope[], body = bodyOf(call)) {
  const world = await ApiWorld.make();
  const token = world.program(scopes);
  const before = { ...world.countTraces(), dump: world.dump() };
  const answer = await world.http.call(call.method, world.address(call), token, body);
  return { world, before, answer };
}

/** A message that arrives and is over: nothing of it can be ended with the token. */
function isTest({ path }: Call): boolean {
  return /\/(test|test-alert)$/.test(path);
}

const allBut = (lacking: TokenScope) => tokenScopes.filter((one) => one !== lacking);

/** Makes a call of operators as programs. */
export function walkScopes(call: Call): void {
  const { scope, fieldScopes = {} } = call.spec;

  test('shows a program without `keys:whole` no whole key', async () => {
    const { world, answer } = await ask(call, allBut('keys:whole'));
    for (const key of world.keys()) expect(answer.text).not.toContain(key);
  });

  const needed: [field: string | null, scope: TokenScope][] = Object.entries(fieldScopes);
  if (scope !== undefined) needed.push([null, scope]);
  for (const [field, lacking] of needed) {
    const given = field === null ? '' : ` for ${field}`;
    const body =
      field === null ? bodyOf(call) : { ...bodyOf(call), [field]: exampleOf(call, field) };

    test(`needs \`${lacking}\` of a program${given}, and says so`, async () => {
      const { world, before, answer } = await ask(call, allBut(lacking), body);
      expect({ status: answer.status, code: answer.body?.code }).toEqual({
        status: 403,
        code: 'FORBIDDEN',
      });
      expect(answer.body.error).toContain(`\`${lacking}\``);
      expect(world.dump()).toBe(before.dump);
    });

    test(`is open to a program with its scopes${given}`, async () => {
      const { answer } = await ask(call, tokenScopes, body);
      expect(answer.body?.code).not.toBe('FORBIDDEN');
    });
  }

  if (scope !== undefined && !isTest(call)) {
    test('notes what a program leaves', async () => {
      const { world, before } = await ask(call, tokenScopes);
      const { audited, traces } = world.countTraces();
      expect(traces > before.traces).toBe(audited > before.audited);
    });
  }
}

/** Nobody learns by searching what is hidden from them. */
export function walkSearch(call: Call): void {
  test('finds nothing for a program by a key that it is not shown', async () => {
    const world = await ApiWorld.make();
    const program = world.program([]);
    const find = (words: string) =>
      world.http.call('GET', `${world.address(call)}?q=${words}`, program);
    const { text: nothing } = await find('nothing-has-this');
    for (const key of world.keys()) {
      for (const words of [key, key.slice(1, -2), key.slice(1, 9)]) {
        expect((await find(words)).text).toBe(nothing);
      }
    }
  });
}

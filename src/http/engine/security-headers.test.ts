import { expect, test } from 'bun:test';
import { securityHeaders } from './security-headers.ts';

test('no inline code runs, nothing loads from elsewhere, and no site frames the pages', () => {
  const policy = securityHeaders()['Content-Security-Policy'] ?? '';
  const directives = new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
  expect(directives.get('default-src')).toBe("'self'");
  expect(directives.get('frame-ancestors')).toBe("'none'");
  expect(directives.get('require-trusted-types-for')).toBe("'script'");
  expect(directives.get('trusted-types')).toBe('faiwatch default');
  for (const name of ['require-trusted-types-for', 'trusted-types']) directives.delete(name);
  expect(new Set(directives.values())).toEqual(new Set(["'self'", "'none'"]));
});

test('browsers guess no types, send no referrer, and give pages no sensors', () => {
  expect(securityHeaders()).toMatchObject({
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy': expect.stringMatching(/^serial=\(self\), .*camera=\(\)/),
  });
});

test('only answers over TLS tell browsers to stay with TLS', () => {
  expect(securityHeaders()).not.toHaveProperty('Strict-Transport-Security');
  expect(securityHeaders(true)['Strict-Transport-Security']).toBe('max-age=31536000');
});

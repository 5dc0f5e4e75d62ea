import { expect, test } from 'bun:test';
import { securityHeaders } from './security-headers.ts';

test('nothing inline runs, nothing foreign loads, nobody frames us', () => {
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
  expect(directives.get('trusted-types')).toBe('faiwatch');
  for (const name of ['require-trusted-types-for', 'trusted-types']) directives.delete(name);
  expect(new Set(directives.values())).toEqual(new Set(["'self'", "'none'"]));
});

test('types are not guessed, addresses are not passed on, sensors are off', () => {
  expect(securityHeaders()).toMatchObject({
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy': expect.stringMatching(/^serial=\(self\), .*camera=\(\)/),
  });
});

test('browsers are told to stay with TLS only where they came over it', () => {
  expect(securityHeaders()).not.toHaveProperty('Strict-Transport-Security');
  expect(securityHeaders(true)['Strict-Transport-Security']).toBe('max-age=31536000');
});

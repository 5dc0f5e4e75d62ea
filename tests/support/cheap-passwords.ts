/**
 * Loaded before every test file: passwords are hashed with argon2id as everywhere, at the least cost there
 * is. At its real one, 64 MB and a fifth of a second, the tests of log-ins would do little else. The
 * executable under test is another process and pays in full.
 */
const hash = Bun.password.hash;

Bun.password.hash = (password) =>
  hash(password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 });

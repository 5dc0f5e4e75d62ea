/**
 * Loaded before every test file. Passwords are hashed with argon2id at its lowest cost. At the real cost, 64 MB and a
 * fifth of a second, tests of log-ins would do little else. The executable under test is another process and uses
 * the real cost.
 */
const hash = Bun.password.hash;

Bun.password.hash = (password) =>
  hash(password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 });

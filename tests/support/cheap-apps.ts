/**
 * Loaded before every test file. Elysia asks for a collection of garbage with each app that it composes. A server
 * composes one, tests thousands. A collection that is forced, as where a test measures memory, goes on.
 */
const collect = Bun.gc;

Bun.gc = (isForced) => (isForced === true ? collect(true) : 0);

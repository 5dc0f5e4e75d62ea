import type { Logger } from '../domain/logger.ts';

/** Ends one part; called once. */
export type Closer = () => void | Promise<void>;

/** Closes every part that is open, last started first; one that fails does not keep the others. */
export async function closeAll(closers: Closer[], log: Logger): Promise<void> {
  for (const close of closers.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      log.error({ err: error }, 'a part did not stop cleanly');
    }
  }
}

import type { Logger } from '../domain/logger.ts';

/** Ends one part. Called once. */
export type Closer = () => void | Promise<void>;

/** Closes every open part, the last started first, even when one of them fails to close. */
export async function closeAll(closers: Closer[], log: Logger): Promise<void> {
  for (const close of closers.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      log.error({ err: error }, 'a part did not stop cleanly');
    }
  }
}

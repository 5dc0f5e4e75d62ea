import { requireProof } from '../../actions/people/prove.ts';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { ApiContext } from './api-context.ts';
import type { Access, Callers } from './route.ts';

/**
 * Lets a call go on only if its session proved lately whose it is, or if its body brings the password along.
 * @throws AppError as `requireProof`, and FORBIDDEN for whoever is no operator
 */
export type Prove = (caller: Callers[Access], body: unknown, now: Instant) => Promise<void>;

export function makeProve(context: ApiContext): Prove {
  return async (caller, body, now) => {
    if (caller === null || !('role' in caller)) {
      throw new AppError('FORBIDDEN', 'This account may not do that.');
    }
    // A program was let in for its scope.
    if (caller.apiTokenId !== null) return;
    await requireProof(context, caller, passwordIn(body), context.provider !== null, now);
  };
}

/** @param body whose shape was checked */
function passwordIn(body: unknown): string | undefined {
  return (body as { readonly current_password?: string } | undefined)?.current_password;
}

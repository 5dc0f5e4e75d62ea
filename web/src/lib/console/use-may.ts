import { mayDo, type OperatorRole } from '../operator-role.ts';
import { adminSession } from '../session.ts';
import { useSession } from '../use-session.ts';

/** Whether the operator who is signed in has this role. What they may not do is not offered. */
export function useMay(needed: OperatorRole): boolean {
  const user = useSession(adminSession)?.user;
  return user !== undefined && mayDo(user.operator_role, needed);
}

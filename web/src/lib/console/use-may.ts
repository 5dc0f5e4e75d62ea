import { mayDo, type OperatorRole } from '../operator-role.ts';
import { adminSession } from '../session.ts';
import { useSession } from '../use-session.ts';

/** Whether who is signed in may do what takes this role; what they may not is not offered. */
export function useMay(needed: OperatorRole): boolean {
  const user = useSession(adminSession)?.user;
  return user !== undefined && mayDo(user.operator_role, needed);
}

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountQuery } from '../../lib/console/account-query.ts';
import { type AdminUser, adminSession } from '../../lib/session.ts';

/** Keeps what the session says of its user as the server has it: an owner may have changed it since. */
export function useOwnAccount(user: AdminUser): void {
  const { data: account } = useQuery(accountQuery);
  useEffect(() => {
    if (account === undefined) return;
    const { operator_role: role, must_set_second_factor: mustSet } = account;
    if (role === user.operator_role && mustSet === (user.must_set_second_factor ?? false)) return;
    const { must_set_second_factor: _, ...rest } = user;
    adminSession.replaceUser({
      ...rest,
      operator_role: role,
      ...(mustSet && { must_set_second_factor: mustSet }),
    });
  }, [account, user]);
}

import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import type { PackageId } from './order-facts.tsx';

interface Order {
  /** Opens the dialog that says where this package is sold. */
  open: (chosen: PackageId) => void;
  /** Loads what the dialog needs; called as soon as somebody seems about to press. */
  prepare: () => void;
  /** Its dialog is being loaded. */
  loading: PackageId | null;
  /** The dialog could not be loaded, so the page itself has to show its content. */
  failed: PackageId | null;
}

const OrderContext = createContext<Order>({
  open: () => {},
  prepare: () => {},
  loading: null,
  failed: null,
});

const loadDialog = () => import('./order-dialog.tsx');
type OrderDialog = Awaited<ReturnType<typeof loadDialog>>['OrderDialog'];

/** Holds the one order dialog of the page, which is not loaded before somebody wants it. */
export function OrderProvider({ children }: { children: ReactNode }) {
  const [Dialog, setDialog] = useState<OrderDialog>();
  const [chosen, setChosen] = useState<PackageId>('s2Mini');
  const [isOpen, setIsOpen] = useState(false);
  const [loading, setLoading] = useState<PackageId | null>(null);
  const [failed, setFailed] = useState<PackageId | null>(null);

  const open = useCallback(async (wanted: PackageId) => {
    setLoading(wanted);
    setFailed(null);
    try {
      const { OrderDialog } = await loadDialog();
      setDialog(() => OrderDialog);
      setChosen(wanted);
      setIsOpen(true);
    } catch {
      setFailed(wanted);
    } finally {
      setLoading(null);
    }
  }, []);
  const order = useMemo(
    () => ({
      open: (wanted: PackageId) => void open(wanted),
      // Only a head start: a failure is told to whoever then presses.
      prepare: () => void loadDialog().catch(() => {}),
      loading,
      failed,
    }),
    [open, loading, failed],
  );
  return (
    <OrderContext value={order}>
      {children}
      {Dialog && <Dialog chosen={chosen} isOpen={isOpen} onClose={() => setIsOpen(false)} />}
    </OrderContext>
  );
}

export function useOrder(): Order {
  return use(OrderContext);
}

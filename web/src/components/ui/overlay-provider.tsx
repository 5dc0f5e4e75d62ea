import { CSPProvider } from '@base-ui/react/csp-provider';
import type { ReactNode } from 'react';
import { Toaster } from './toaster.tsx';
import { TooltipProvider } from './tooltip.tsx';

/**
 * What dialogs, bubbles and toasts need around them. Each layout that uses them (portal, console) puts
 * it at its root; the front page does without, and so does not load them.
 */
export function OverlayProvider({ children }: { children: ReactNode }) {
  return (
    // The content-security policy allows no style element made at run time.
    <CSPProvider disableStyleElements>
      <TooltipProvider>{children}</TooltipProvider>
      <Toaster />
    </CSPProvider>
  );
}

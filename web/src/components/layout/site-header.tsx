import { Link } from '@tanstack/react-router';
import { Logo } from '../ui/logo.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

export function SiteHeader() {
  return (
    <header className="relative z-10 mx-auto flex w-full max-w-6xl items-center justify-between gap-3 px-4 py-4 sm:px-6">
      <Link to="/" className="flex min-h-11 items-center gap-2.5 rounded-sm font-semibold text-lg">
        <Logo />
        FaiWatch
      </Link>
      <div className="flex items-center gap-2">
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </header>
  );
}

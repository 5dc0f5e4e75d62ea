import { Logo } from '../ui/logo.tsx';

/** The product's name, leading home. A plain link: the front page is a document of its own. */
export function BrandLink() {
  return (
    <a href="/" className="flex min-h-11 items-center gap-2.5 rounded-sm font-semibold text-lg">
      <Logo />
      FaiWatch
    </a>
  );
}

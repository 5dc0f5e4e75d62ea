/** A link within a row; the space around it belongs to it, so that a finger meets it. */
export const linkClasses =
  'rounded-sm py-2 font-semibold underline decoration-transparent underline-offset-4 transition hover:decoration-current';

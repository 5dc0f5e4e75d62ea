/** The bolt in its tile, for pages that the server writes; the others have `Logo`. */
export const brandMark =
  '<svg viewBox="0 0 32 32" class="size-9 shrink-0" aria-hidden="true"><rect width="31" height="31" x="0.5" y="0.5" rx="8" class="fill-surface stroke-line"/><path d="M18.2 4.5 8 18h6.6l-1.3 9.5L24 13.6h-6.8z" class="fill-accent"/></svg>';

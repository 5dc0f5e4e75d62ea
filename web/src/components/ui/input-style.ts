/** The look of what is typed into or chosen from. 17 px type, so that a phone does not zoom in; with room for its label and its error where it is scrolled to. */
export const inputClasses =
  'min-h-11 w-full min-w-0 scroll-mt-10 scroll-mb-14 rounded-sm border border-strong bg-ground px-3 text-base text-text transition placeholder:text-muted focus:border-accent-text focus:outline-2 focus:outline-accent-text focus:-outline-offset-1 data-disabled:cursor-not-allowed data-disabled:opacity-60 data-invalid:border-mains-lost [&[readonly]]:bg-raised';

/** What floats above the page: lists of a select, menus, bubbles. */
export const floatClasses =
  'rounded-md border border-line bg-surface text-text shadow-float outline-hidden transition-[opacity,scale] duration-100 data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0';

/** A row of such a list. */
export const optionClasses =
  'flex min-h-11 cursor-default select-none items-center gap-2.5 rounded-sm px-3 text-sm outline-hidden data-highlighted:bg-raised data-disabled:opacity-50 md:pointer-fine:min-h-9';

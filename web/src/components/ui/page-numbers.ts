/** The pages to offer: the first, the last, and those around the one shown; null for a gap. */
export function listPages(page: number, pages: number): (number | null)[] {
  const wanted = new Set([1, 2, page - 1, page, page + 1, pages - 1, pages]);
  const shown: (number | null)[] = [];
  let last = 0;
  for (let candidate = 1; candidate <= pages; candidate += 1) {
    if (!wanted.has(candidate) && pages > 7) continue;
    // A gap of one page is no shorter than the page.
    if (candidate - last === 2) shown.push(candidate - 1);
    else if (candidate - last > 2) shown.push(null);
    shown.push(candidate);
    last = candidate;
  }
  return shown;
}

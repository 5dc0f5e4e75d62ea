/** Where the navigation leads, in the order of the page; `id` is that of the section. */
export const anchors = [
  { id: 'features', name: 'nav.features' },
  { id: 'how-it-works', name: 'nav.how' },
  { id: 'pricing', name: 'nav.pricing' },
] as const;

/** By what the sites have lost. */
export const areaOutageWords = {
  mains: 'area_outages.mains',
  silent: 'area_outages.silent',
  network: 'area_outages.network',
} as const;

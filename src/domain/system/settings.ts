/** Settings that an administrator may change. */
export interface Settings {
  /** Seconds of silence after which a device counts as lost; at least 30. */
  readonly heartbeatTimeout: number;
  /** Minutes power must be steady before a recovery is confirmed; at least 1. */
  readonly recoveryDelay: number;
  /** Whole baht. */
  readonly priceS2Mini: number;
  readonly priceTDisplay: number;
  readonly priceKeyOnly: number;
  readonly priceRenewal: number;
  readonly keyValidityYears: number;
}

export const defaultSettings: Settings = {
  heartbeatTimeout: 180,
  recoveryDelay: 2,
  priceS2Mini: 300,
  priceTDisplay: 650,
  priceKeyOnly: 200,
  priceRenewal: 200,
  keyValidityYears: 3,
};

/** A kiosk as sent by the server; times in epoch ms, durations in seconds. */
export interface Kiosk {
  readonly name: string;
  readonly language: string;
  readonly seconds: number;
  readonly at: number;
  readonly version: string;
  readonly pages: readonly KioskPage[];
}

export interface KioskPage {
  readonly siteName: string;
  readonly zoneName: string | null;
  readonly timezone: string;
  readonly figures: readonly KioskFigure[];
  readonly hours: readonly { readonly at: number; readonly value: number | null }[];
}

export interface KioskFigure {
  readonly label: string;
  readonly unit: string;
  readonly decimals: number;
  readonly isDuration: boolean;
  readonly value: number | null;
  readonly usual: number | null;
  readonly silentSince: number | null;
}

export const kioskFields =
  'name language seconds at version pages { siteName zoneName timezone figures { label unit decimals isDuration value usual silentSince } hours { at value } }';

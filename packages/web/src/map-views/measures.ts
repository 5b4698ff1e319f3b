import { formatNumber } from '@atrium/domain/core/format';
import type { Text } from '../i18n/index.ts';

type Locale = Pick<Text, 'locale'>;

/** Formats a length in metres. */
export const formatLength = (metres: number, { locale }: Locale): string =>
  `${formatNumber(metres, { locale, decimals: metres < 100 ? 1 : 0 })} m`;

export const formatArea = (area: number, { locale }: Locale): string =>
  `${formatNumber(area, { locale, decimals: area < 100 ? 1 : 0 })} m²`;

import { formatNumber } from '@atrium/domain/core/format';

export const formatWhole = (value: number, locale: string) => formatNumber(value, { locale, decimals: 0 });

export const formatAmount = (value: number, locale: string) => formatNumber(value, { locale, decimals: 2 });

/** Formats money with its currency in front. */
export const formatMoney = (value: number, currency: string, locale: string) =>
  `\u2066${currency}\u00a0${formatAmount(value, locale)}\u2069`;

/** Sums amounts by currency, in order of the codes. */
export function sumByCurrency(amounts: readonly { readonly currency: string; readonly amount: number }[]) {
  const sums = new Map<string, number>();
  for (const { currency, amount } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums]
    .map(([currency, amount]) => ({ currency, amount }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

/** Formats a file size in kilobytes or megabytes. */
export function formatSize(bytes: number, locale: string): string {
  const mega = 1024 * 1024;
  const [value, unit] = bytes < mega ? [Math.max(1, Math.round(bytes / 1024)), 'KB'] : [bytes / mega, 'MB'];
  return `\u2066${formatNumber(value, { locale, decimals: unit === 'MB' ? 1 : 0 })} ${unit}\u2069`;
}

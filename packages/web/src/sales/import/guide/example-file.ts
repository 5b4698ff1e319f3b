import { downloadText } from '../../../charts/index.ts';
import type { SalesImporting } from '../use-import.ts';

/** Downloads an example file, with one of the organization's shops if there is one. */
export function saveExample(shops: SalesImporting['shops']): void {
  const { shopId = '102', currency = 'CHF' } = shops[0] ?? {};
  const rows = [
    ['10234', '2026-11-17T09:41:00+01:00', shopId, '3', '48.50', currency ?? 'CHF'],
    ['10235', '2026-11-17T09:58:00+01:00', shopId, '1', '12.00', currency ?? 'CHF'],
    ['10236', '2026-11-17T10:05:00+01:00', shopId, '-1', '-12.00', currency ?? 'CHF'],
  ];
  downloadText('sales-example.csv', `${rows.map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`);
}

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

import { loadMessages, loadMetricsMessages } from '../../../i18n/index.ts';

/** The bell with what it says: alerts are told with the names and units of metrics. */
export async function loadBell() {
  const [{ Bell }] = await Promise.all([
    import('../../../alerts/panel/index.ts'),
    loadMessages('alerts'),
    loadMetricsMessages(),
  ]);
  return Bell;
}

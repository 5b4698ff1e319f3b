import { loadMessages, loadMetricsMessages } from '../../i18n/index.ts';

/** Loads the bell with its messages. Alerts show the names and units of metrics. */
export async function loadBell() {
  const [{ Bell }] = await Promise.all([
    import('../../actions/alerts/live/bell.tsx'),
    loadMessages('alerts'),
    loadMetricsMessages(),
  ]);
  return Bell;
}

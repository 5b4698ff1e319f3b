import { expect, it, vi } from 'vitest';
import { i18n, loadAuthenticatedMessages, loadMetricsMessages, setLanguage, type Translate } from '../../i18n/index.ts';
import { getMetricHelp } from './metric-help.ts';

it('O02 a metric nobody explains says so, and is noted', async () => {
  await setLanguage('en');
  await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]);
  const t: Translate = (id) => i18n._(id);
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  expect(getMetricHelp('affluenceIn', t)).toBe(i18n._('metric.affluenceIn.help'));
  expect(warn).not.toHaveBeenCalled();
  expect(getMetricHelp('soundOfRain', t)).toBe('There is no explanation of this metric');
  expect(warn).toHaveBeenCalledExactlyOnceWith('Metric "soundOfRain" has no explanation.');
});

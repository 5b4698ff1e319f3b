import { expect, it, vi } from 'vitest';
import { openHouse, openMetrics, type Say, speak, speech } from '../../i18n/index.ts';
import { metricHelp } from './metric-help.ts';

it('O02 a metric nobody explains says so, and is noted', async () => {
  await speak('en');
  await Promise.all([openHouse(), openMetrics()]);
  const say: Say = (id) => speech._(id);
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  expect(metricHelp('affluenceIn', say)).toBe(speech._('metric.affluenceIn.help'));
  expect(warn).not.toHaveBeenCalled();
  expect(metricHelp('soundOfRain', say)).toBe('There is no explanation of this metric');
  expect(warn).toHaveBeenCalledExactlyOnceWith('Metric "soundOfRain" has no explanation.');
});

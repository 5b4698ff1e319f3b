import type { AttentionLine } from '@atrium/domain/pages';
import { expect, test } from 'vitest';
import type { OpenAlertFragment } from '../../actions/alerts/live/operations.generated.ts';
import { isDone } from './use-brief.ts';

const alert = (id: number) =>
  ({ id, siteId: 1, severity: 1, place: null, metric: 'inside', side: null, since: id }) as const;
const line = (alertIds: readonly number[], silent: readonly number[] = []): AttentionLine => {
  const finding = (id: number) => ({ kind: 'alert', siteId: 1, alert: alert(id) }) as const;
  const silence = (deviceId: number) =>
    ({ kind: 'silence', siteId: 1, sensor: { siteId: 1, deviceId, since: 0 } }) as const;
  const [head, ...also] = [...alertIds.map(finding), ...silent.map(silence)];
  if (head === undefined) throw new Error('a line has a finding');
  return { key: 'line', siteId: 1, head, also };
};
const open = (acknowledged: Readonly<Record<number, number | null>>) =>
  Object.entries(acknowledged).map(([id, acknowledgedAt]) => ({
    id: Number(id),
    acknowledgedAt,
  })) as never as readonly OpenAlertFragment[];

test.each([
  ['its only alert is acknowledged', line([1]), { 1: 5 }, true],
  ['its alert is not', line([1]), { 1: null }, false],
  ['one of two is not', line([1, 2]), { 1: 5, 2: null }, false],
  ['both are', line([1, 2]), { 1: 5, 2: 6 }, true],
  ['a sensor is silent too', line([1], [40]), { 1: 5 }, false],
  ['it is about silence alone', line([], [40]), {}, false],
  ['its alert is no longer open', line([1]), {}, false],
])('whether a line is done if %s', (_, some, acknowledged, expected) => {
  expect(isDone(some, open(acknowledged))).toBe(expected);
});

import type { Instant } from '../../../core/index.ts';
import { type Fields, getValue, isFields, parseCount, parseNumber, parseText, parseTime } from '../fields.ts';
import { buildPacket, type PacketNumber } from '../packet.ts';
import type { Dialect } from './dialect.ts';

/** Terabee's counters start at 1970 or 2000 until they have the time. */
const earliest = Date.UTC(2015, 0, 1);

/**
 * Terabee's people counters over HTTP: totals since their start, as `count_in` and `count_out` of a `device_id` (L and
 * XL) or as a `value` of a `uid` (M). A time before its clock is set is replaced by that of reception.
 */
export const terabee: Dialect = {
  id: 'terabee',
  recognizes: ({ root }) =>
    isFields(root) &&
    ((Object.hasOwn(root, 'count_in') && Object.hasOwn(root, 'count_out') && Object.hasOwn(root, 'device_id')) ||
      (root.type === 'counters' && Object.hasOwn(root, 'uid'))),
  read({ root }, received) {
    if (!isFields(root)) return [];
    const isLarge = Object.hasOwn(root, 'device_id');
    const device = parseText(isLarge ? root.device_id : root.uid);
    if (device === null) return isLarge ? 'device_id names no device.' : 'uid names no device.';
    const at = timeOf(isLarge ? root.timestamp : root.time) ?? received;
    const counts: readonly (readonly [string, unknown])[] = [
      ['affluenceIn', isLarge ? root.count_in : getValue(root, 'value', 'in')],
      ['affluenceOut', isLarge ? root.count_out : getValue(root, 'value', 'out')],
    ];
    const told = counts.flatMap(([metric, value]): readonly PacketNumber[] => {
      const total = parseCount(value);
      return total === null ? [] : [{ kind: 'total', metric, at, total, since: null }];
    });
    return [buildPacket({ dialect: 'terabee', device, model: modelOf(root), told })];
  },
};

const modelOf = (root: Fields) => (Object.hasOwn(root, 'device_id') ? 'People Counting L-XL' : 'People Counting M');

function timeOf(value: unknown): Instant | null {
  const seconds = parseNumber(value);
  const at = seconds === null ? parseTime(value) : parseTime(seconds);
  return at !== null && at >= earliest ? at : null;
}

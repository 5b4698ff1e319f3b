import { getValue, isFields, parseCount, parseText, parseUtcTime, toList, toPeriod } from '../fields.ts';
import { buildPacket, type PacketNumber } from '../packet.ts';
import type { Dialect } from './dialect.ts';

/**
 * Vivotek's counting cameras. Each rule is its own counter, identified by the camera's address and the rule's name.
 * Times without an offset are UTC, like the source's own. The 'Lite' form omits periods without people.
 */
export const vivotek: Dialect = {
  id: 'vivotek',
  recognizes: ({ root }) =>
    isFields(root) && isFields(root.Source) && Object.hasOwn(root.Source, 'MacAddress') && Object.hasOwn(root, 'Data'),
  read({ root }) {
    const mac = parseText(getValue(root, 'Source', 'MacAddress'));
    if (mac === null) return 'Source names no MacAddress.';
    const rules = new Map<string, PacketNumber[]>();
    for (const data of toList(getValue(root, 'Data'))) {
      for (const info of toList(getValue(data, 'CountingInfo'))) {
        const rule = parseText(getValue(info, 'RuleName')) ?? '1';
        const told = rules.get(rule) ?? [];
        rules.set(rule, told);
        told.push(...countsOf(info));
      }
    }
    return [...rules].flatMap(([rule, told]) => {
      const device = parseText(`${mac}/${rule}`);
      return device === null ? [] : [buildPacket({ dialect: 'vivotek', device, name: rule, told })];
    });
  },
};

function countsOf(info: unknown): readonly PacketNumber[] {
  const period = toPeriod(parseUtcTime(getValue(info, 'StartTime')), parseUtcTime(getValue(info, 'EndTime')));
  if (period === null) return [];
  return (
    [
      ['In', 'affluenceIn'],
      ['Out', 'affluenceOut'],
    ] as const
  ).flatMap(([field, metric]) => {
    const value = parseCount(getValue(info, field));
    return value === null ? [] : [{ kind: 'period', metric, ...period, value }];
  });
}

import { countOf, isFields, listOf, periodOf, textOf, utcOf, valueAt } from '../fields.ts';
import { packetOf, type Told } from '../told.ts';
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
    const mac = textOf(valueAt(root, 'Source', 'MacAddress'));
    if (mac === null) return 'Source names no MacAddress.';
    const rules = new Map<string, Told[]>();
    for (const data of listOf(valueAt(root, 'Data'))) {
      for (const info of listOf(valueAt(data, 'CountingInfo'))) {
        const rule = textOf(valueAt(info, 'RuleName')) ?? '1';
        const told = rules.get(rule) ?? [];
        rules.set(rule, told);
        told.push(...countsOf(info));
      }
    }
    return [...rules].flatMap(([rule, told]) => {
      const device = textOf(`${mac}/${rule}`);
      return device === null ? [] : [packetOf({ dialect: 'vivotek', device, name: rule, told })];
    });
  },
};

function countsOf(info: unknown): readonly Told[] {
  const period = periodOf(utcOf(valueAt(info, 'StartTime')), utcOf(valueAt(info, 'EndTime')));
  if (period === null) return [];
  return (
    [
      ['In', 'affluenceIn'],
      ['Out', 'affluenceOut'],
    ] as const
  ).flatMap(([field, metric]) => {
    const value = countOf(valueAt(info, field));
    return value === null ? [] : [{ kind: 'period', metric, ...period, value }];
  });
}

import type { SaveFieldMapMutationVariables } from './operations.generated.ts';

export type MapValues = SaveFieldMapMutationVariables['map'];

/** A field of the form that takes a path: a name, or the place of a number. */
export type MapSlot = 'list' | 'device' | 'time' | number;

const listNumbers = ({ numbers }: MapValues) => [numbers].flat();

/** Returns the field that the next click in the packet fills: the first empty one of device, time and numbers. */
export function findEmptySlot(values: MapValues): MapSlot | null {
  if (values.device === '') return 'device';
  if (values.time === '') return 'time';
  const place = listNumbers(values).findIndex(({ path }) => path === '');
  return place < 0 ? null : place;
}

/** Fills a field with a path of the packet. With a list of packets, paths begin at its items, or with `$.` around it. */
export function fillSlot(values: MapValues, slot: MapSlot, picked: string): MapValues {
  if (slot === 'list') return { ...values, list: picked.slice(0, Math.max(0, picked.indexOf('['))) || picked };
  const { list } = values;
  const inside = picked.startsWith(`${list}[`) ? picked.slice(picked.indexOf('].') + 2) : `$.${picked}`;
  const path = list === '' ? picked : inside;
  if (typeof slot === 'string') return { ...values, [slot]: path };
  const numbers = listNumbers(values).map((one, place) => (place === slot ? { ...one, path } : one));
  return { ...values, numbers };
}

/** Whether a map can be tried: it names a device and a number. */
export const isComplete = (values: MapValues): boolean =>
  values.device !== '' && listNumbers(values).every(({ path }) => path !== '');

import { isFields, textOf } from './fields.ts';

/** Names under which formats commonly say who speaks, the surest first. */
const names = ['serial', 'serialNumber', 'deviceId', 'device_id', 'device', 'devEui', 'mac', 'macAddress', 'id', 'src'];

/** Who a body that is not understood probably is from: what it says near its top, or null. */
export function guessDevice(root: unknown): string | null {
  const item = Array.isArray(root) ? root[0] : root;
  if (!isFields(item)) return null;
  const layers = [item, ...Object.values(item).filter(isFields).slice(0, 20)];
  for (const layer of layers) {
    for (const name of names) {
      const found = Object.hasOwn(layer, name) ? textOf(layer[name]) : null;
      const attribute = Object.hasOwn(layer, `@${name}`) ? textOf(layer[`@${name}`]) : null;
      if (found !== null || attribute !== null) return found ?? attribute;
    }
  }
  return null;
}

import { isFields, parseText } from './fields.ts';

/** Common field names for the sender, most reliable first. */
const names = ['serial', 'serialNumber', 'deviceId', 'device_id', 'device', 'devEui', 'mac', 'macAddress', 'id', 'src'];

/** Guesses the sender of a body in an unknown format from fields near its top. Null if there is none. */
export function guessDevice(root: unknown): string | null {
  const item = Array.isArray(root) ? root[0] : root;
  if (!isFields(item)) return null;
  const layers = [item, ...Object.values(item).filter(isFields).slice(0, 20)];
  for (const layer of layers) {
    for (const name of names) {
      const found = Object.hasOwn(layer, name) ? parseText(layer[name]) : null;
      const attribute = Object.hasOwn(layer, `@${name}`) ? parseText(layer[`@${name}`]) : null;
      if (found !== null || attribute !== null) return found ?? attribute;
    }
  }
  return null;
}

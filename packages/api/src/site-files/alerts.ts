import { type AlertState, joinKey, type SiteState } from '../sites/stored/index.ts';
import { isRemoved } from './compare-states.ts';

/** Whether an alert watches something that was removed. Such an alert stays stored, but no file can declare it. */
export function watchesRemoved({ installation, condition }: AlertState, state: SiteState): boolean {
  const { zone, passages, event, devices, airSensors } = condition;
  const gone = (found: object | undefined) => found === undefined || isRemoved(found);
  return (
    gone(state.installation.get(installation)) ||
    (zone !== null && gone(state.zone.get(joinKey(installation, zone)))) ||
    passages.some((passage) => gone(state.passage.get(joinKey(installation, passage)))) ||
    (event !== null && gone(state.event.get(joinKey(installation, event)))) ||
    [...devices, ...airSensors].some((serial) => {
      const device = state.device.get(serial);
      return device === undefined || isRemoved(device) || device.installation !== installation;
    })
  );
}

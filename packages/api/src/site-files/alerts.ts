import { type AlertState, join, type SiteState } from '../sites/stored/index.ts';
import { isGone } from './compare-states.ts';

/** Whether an alert watches something that was removed. Such an alert stays stored, but no file can declare it. */
export function namesGone({ installation, condition }: AlertState, state: SiteState): boolean {
  const { zone, passages, event, devices, airSensors } = condition;
  const gone = (found: object | undefined) => found === undefined || isGone(found);
  return (
    gone(state.installation.get(installation)) ||
    (zone !== null && gone(state.zone.get(join(installation, zone)))) ||
    passages.some((passage) => gone(state.passage.get(join(installation, passage)))) ||
    (event !== null && gone(state.event.get(join(installation, event)))) ||
    [...devices, ...airSensors].some((serial) => {
      const device = state.device.get(serial);
      return device === undefined || isGone(device) || device.installation !== installation;
    })
  );
}

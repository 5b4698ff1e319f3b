import { mayDo, usePages, useViewer } from '../organization/index.ts';
import type { Place } from './places.ts';

/** Returns the places whose page exists and that the viewer may open. */
export function useVisiblePlaces(list: readonly Place[]): readonly Place[] {
  const viewer = useViewer();
  const leadsTo = usePages();
  return list.filter(({ path, area }) => leadsTo(path) && mayDo(viewer, area));
}

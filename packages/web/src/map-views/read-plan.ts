import { stated } from '@atrium/domain/core';
import { type MapConfig, newMap, type Plan, parseMapConfig, planOf, withPlan } from '@atrium/domain/map-views';
import type { MapViewConfigInput, PlanMapFragment } from './operations.generated.ts';

/** What lies below the drawing: a picture that is stored, or one that is stored with the plan. */
export interface PlanPicture {
  readonly url: string;
  /** null: it is stored already. */
  readonly blob: Blob | null;
}

/** A plan while it is edited, as undo knows it. */
export interface PlanDraft {
  readonly plan: Plan;
  readonly picture: PlanPicture | null;
}

/** A map as it was read: what the editor leaves alone of it, and the draft it begins with. */
export interface ReadPlan {
  readonly revision: string;
  readonly config: MapConfig;
  readonly pictures: Pick<MapViewConfigInput, 'backgrounds' | 'layers'>;
  readonly draft: PlanDraft;
}

/** What heatmaps lie on too. */
export const pictureName = 'plan';

/** null: there is a map that cannot be read, and must not be written over. */
export function readPlan(answer: PlanMapFragment | undefined): ReadPlan | null {
  if (answer === undefined)
    return { revision: 'none', config: newMap, pictures: {}, draft: { plan: planOf(newMap), picture: null } };
  const { backgrounds, layers, zoneId: _zone, revision, ...fields } = withoutTypes(answer);
  const read = parseMapConfig(stated(fields));
  if (!read.ok) return null;
  const url = [...backgrounds, ...layers].find(({ file }) => file === pictureName)?.url ?? null;
  return {
    revision,
    config: read.value,
    pictures: stated({
      backgrounds: backgrounds.flatMap(({ file, backgroundColor }) =>
        file === null ? [] : [{ file, backgroundColor }],
      ),
      layers: layers.map(({ name, file, backgroundColor }) => ({ name, file, backgroundColor })),
    }) as ReadPlan['pictures'],
    draft: { plan: planOf(read.value), picture: url === null ? null : { url, blob: null } },
  };
}

/** As it is sent: the plan's picture lies below whatever else the map has. */
export function inputOf({ config, pictures }: ReadPlan, { plan, picture }: PlanDraft): MapViewConfigInput {
  const { version: _version, backgrounds: _backgrounds, layers: _layers, ...rest } = withPlan(config, plan);
  const isThere = [...(pictures.backgrounds ?? []), ...(pictures.layers ?? [])].some(
    ({ file }) => file === pictureName,
  );
  const added = picture !== null && !isThere ? [{ file: pictureName }] : [];
  const input = { ...rest, ...pictures, backgrounds: [...added, ...(pictures.backgrounds ?? [])] };
  return JSON.parse(JSON.stringify(input)) as MapViewConfigInput;
}

const withoutTypes = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value, (key, part) => (key === '__typename' ? undefined : part))) as Value;

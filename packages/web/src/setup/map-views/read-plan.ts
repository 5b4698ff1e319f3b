import { omitNulls } from '@atrium/domain/core';
import { type MapConfig, newMap, type Plan, parseMapConfig, replacePlan, toPlan } from '@atrium/domain/pages/map-views';
import type { MapViewConfigInput, PlanMapFragment } from './operations.generated.ts';

/** Background picture: already stored, or to be stored with the plan. */
export interface PlanPicture {
  readonly url: string;
  /** null if already stored. */
  readonly blob: Blob | null;
}

/** A state of the edited plan, as in the undo history. */
export interface PlanDraft {
  readonly plan: Plan;
  readonly picture: PlanPicture | null;
}

/** A parsed map: the parts the editor keeps unchanged, and its initial draft. */
export interface ReadPlan {
  readonly revision: string;
  readonly config: MapConfig;
  readonly pictures: Pick<MapViewConfigInput, 'backgrounds' | 'layers'>;
  readonly draft: PlanDraft;
}

/** Name of the picture, which heatmaps use too. */
export const pictureName = 'plan';

/** Parses a map. Returns null for a map that cannot be read and must not be overwritten. */
export function readPlan(answer: PlanMapFragment | undefined): ReadPlan | null {
  if (answer === undefined)
    return { revision: 'none', config: newMap, pictures: {}, draft: { plan: toPlan(newMap), picture: null } };
  const { backgrounds, layers, zoneId: _zone, revision, ...fields } = withoutTypes(answer);
  const read = parseMapConfig(omitNulls(fields));
  if (!read.ok) return null;
  const url = [...backgrounds, ...layers].find(({ file }) => file === pictureName)?.url ?? null;
  return {
    revision,
    config: read.value,
    pictures: omitNulls({
      backgrounds: backgrounds.flatMap(({ file, backgroundColor }) =>
        file === null ? [] : [{ file, backgroundColor }],
      ),
      layers: layers.map(({ name, file, backgroundColor }) => ({ name, file, backgroundColor })),
    }) as ReadPlan['pictures'],
    draft: { plan: toPlan(read.value), picture: url === null ? null : { url, blob: null } },
  };
}

/** Builds the input for saving. The plan's picture is the lowest layer. */
export function toInput({ config, pictures }: ReadPlan, { plan, picture }: PlanDraft): MapViewConfigInput {
  const { version: _version, backgrounds: _backgrounds, layers: _layers, ...rest } = replacePlan(config, plan);
  const isThere = [...(pictures.backgrounds ?? []), ...(pictures.layers ?? [])].some(
    ({ file }) => file === pictureName,
  );
  const added = picture !== null && !isThere ? [{ file: pictureName }] : [];
  const input = { ...rest, ...pictures, backgrounds: [...added, ...(pictures.backgrounds ?? [])] };
  return JSON.parse(JSON.stringify(input)) as MapViewConfigInput;
}

const withoutTypes = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value, (key, part) => (key === '__typename' ? undefined : part))) as Value;

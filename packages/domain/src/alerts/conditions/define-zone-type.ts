import { aboveValue, belowValue, outsideRange } from './common-bounds.ts';
import type { AlertCondition } from './condition.ts';
import type { ConditionType, FieldSpec, Watch } from './condition-type.ts';

type OfZone = Pick<ConditionType, 'type' | 'interval'> & {
  readonly metric: string;
  readonly values: NonNullable<ConditionType['values']>;
  readonly comparison: 'above' | 'below' | 'outside';
  /** Overrides the metric's own aggregation. */
  readonly aggregation?: 'MAX';
  /** Whether single sensors of the zone can be selected. */
  readonly hasSensors?: true;
};

const bounds = { above: aboveValue, below: belowValue, outside: outsideRange } as const;

/** Builds a type that judges one metric of one zone. */
export function defineZoneType({ metric, aggregation, hasSensors, ...type }: OfZone): ConditionType {
  return {
    ...type,
    fields: [
      required('zoneId'),
      ...(hasSensors ? [{ name: 'deviceAtmosphereIds', isRequired: false } as const] : []),
      required(type.comparison === 'outside' ? 'range' : 'value'),
    ],
    metric: () => metric,
    isSum: false,
    hours: 'asked',
    silence: 'noData',
    watches: (condition) => buildZoneWatch(condition, [metric], aggregation ?? null),
    bounds: bounds[type.comparison],
  };
}

export const required = (name: FieldSpec['name']): FieldSpec => ({ name, isRequired: true });

export function buildZoneWatch(
  { zoneId, deviceAtmosphereIds }: AlertCondition,
  metrics: readonly string[],
  aggregation: Watch['aggregation'] = null,
): readonly Watch[] {
  if (zoneId === null) return [];
  return [{ place: { kind: 'zone', id: zoneId }, metrics, aggregation, deviceIds: deviceAtmosphereIds }];
}

import { isDeepStrictEqual } from 'node:util';
import {
  type Clock,
  err,
  type Failure,
  failure,
  isLocalDate,
  type OrganizationId,
  ok,
  type Result,
} from '@atrium/domain/core';
import {
  type Band,
  checkSettings,
  type DatedBand,
  defaultBands,
  defaultFactors,
  factorKinds,
  type MeasurementSettings,
  type MeterFactor,
  meterResources,
} from '@atrium/domain/numbers';
import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import { checkSeesAllSites, type Scope } from '../../platform/tenancy/index.ts';
import { recordAudit } from '../audit/index.ts';
import { organizationStore } from './organization.store.ts';

/** Registers the organization's calculation settings: factors for energy and water, limits of good air. */
export function registerMeasurementSettings(builder: Builder, deps: MeasurementSettingsDependencies): void {
  const settings = registerSettings(builder);
  const { factor, band } = registerInputs(builder);
  builder.queryField('measurementSettings', (t) =>
    t.withAuth({ signedIn: true }).field({
      type: settings,
      resolve: async (_root, _args, { scope }) => {
        const stored = await organizationStore(deps.db).find(scope);
        return { factors: stored?.factors ?? [], bands: stored?.bands ?? [] };
      },
    }),
  );
  builder.mutationField('updateMeasurementSettings', (t) =>
    t.withAuth({ area: 'editOrganization' }).field({
      type: settings,
      args: { factors: t.arg({ type: [factor], required: true }), bands: t.arg({ type: [band], required: true }) },
      resolve: async (_root, args, { scope }) =>
        orThrow(await updateMeasurementSettings(deps, scope, orThrow(readSettings(args)))),
    }),
  );
}

function registerSettings(builder: Builder) {
  const per = builder.enumType('FactorKind', { values: factorKinds });
  const factor = builder.objectRef<MeterFactor & { readonly isDefault: boolean }>('MeterFactor').implement({
    fields: (t) => ({
      resource: t.exposeString('resource'),
      per: t.expose('per', { type: per }),
      country: t.exposeString('country', { nullable: true, description: 'ISO 3166; null for all others.' }),
      since: t.exposeString('since', { nullable: true, description: 'The first date on which it holds.' }),
      value: t.exposeFloat('value'),
      isDefault: t.exposeBoolean('isDefault'),
    }),
  });
  const band = builder.objectRef<DatedBand & { readonly isDefault: boolean }>('ScoreBand').implement({
    description: 'Limits from the score 5 down to 2.',
    fields: (t) => ({
      metric: t.exposeString('metric'),
      country: t.exposeString('country', { nullable: true }),
      since: t.exposeString('since', { nullable: true }),
      below: t.floatList({
        length: { most: 4 },
        nullable: true,
        resolve: ({ band: one }) => ('below' in one ? [...one.below] : null),
      }),
      atLeast: t.floatList({
        length: { most: 4 },
        nullable: true,
        resolve: ({ band: one }) => ('atLeast' in one ? [...one.atLeast] : null),
      }),
      from: t.floatList({
        length: { most: 4 },
        nullable: true,
        resolve: ({ band: one }) => ('within' in one ? one.within.map(([low]) => low) : null),
      }),
      to: t.floatList({
        length: { most: 4 },
        nullable: true,
        resolve: ({ band: one }) => ('within' in one ? one.within.map(([, high]) => high) : null),
      }),
      isDefault: t.exposeBoolean('isDefault'),
    }),
  });
  const marked = <One extends object>(list: readonly One[], isDefault: boolean) =>
    list.map((one) => ({ ...one, isDefault }));
  const defaults = Object.entries(defaultBands).map(([metric, one]) => ({
    metric,
    country: null,
    since: null,
    band: one,
  }));
  return builder.objectRef<MeasurementSettings>('MeasurementSettings').implement({
    fields: (t) => ({
      factors: t.field({
        type: [factor],
        length: { most: 1000 },
        description: "The organization's own, then the defaults that hold where it has none.",
        resolve: ({ factors }) => [...marked(factors, false), ...marked(defaultFactors, true)],
      }),
      bands: t.field({
        type: [band],
        length: { most: 1000 },
        resolve: ({ bands }) => [...marked(bands, false), ...marked(defaults, true)],
      }),
    }),
  });
}

function registerInputs(builder: Builder) {
  const factor = builder.inputType('MeterFactorInput', {
    fields: (t) => ({
      resource: t.string({ required: true }),
      per: t.string({ required: true }),
      country: t.string(),
      since: t.string(),
      value: t.float({ required: true }),
    }),
  });
  const band = builder.inputType('ScoreBandInput', {
    description: 'Either below, or atLeast, or from and to: four limits each.',
    fields: (t) => ({
      metric: t.string({ required: true }),
      country: t.string(),
      since: t.string(),
      below: t.floatList(),
      atLeast: t.floatList(),
      from: t.floatList(),
      to: t.floatList(),
    }),
  });
  return { factor, band };
}

type Absent<Value> = Value | null | undefined;

interface RawDated {
  readonly country?: Absent<string>;
  readonly since?: Absent<string>;
}

interface RawBand extends RawDated {
  readonly metric: string;
  readonly below?: Absent<readonly number[]>;
  readonly atLeast?: Absent<readonly number[]>;
  readonly from?: Absent<readonly number[]>;
  readonly to?: Absent<readonly number[]>;
}

interface RawFactor extends RawDated {
  readonly resource: string;
  readonly per: string;
  readonly value: number;
}

function readSettings(raw: {
  readonly factors: readonly RawFactor[];
  readonly bands: readonly RawBand[];
}): Result<MeasurementSettings, Failure> {
  const factors: MeterFactor[] = [];
  for (const { resource, per, value, ...dated } of raw.factors) {
    const kind = factorKinds.find((known) => known === per);
    const known = meterResources.find((one) => one === resource);
    if (kind === undefined) return refuse(`per takes ${factorKinds.join(', ')}.`);
    if (known === undefined) return refuse(`resource takes ${meterResources.join(', ')}.`);
    const when = readDated(dated);
    if (!when.ok) return when;
    factors.push({ resource: known, per: kind, value, ...when.value });
  }
  const bands: DatedBand[] = [];
  for (const one of raw.bands) {
    const when = readDated(one);
    if (!when.ok) return when;
    const band = readBand(one);
    if (band === null)
      return refuse(
        `The bands of ${one.metric.slice(0, 40)} take four numbers in below, in atLeast, or in from and to.`,
      );
    bands.push({ metric: one.metric.slice(0, 40), band, ...when.value });
  }
  return ok({ factors, bands });
}

function readDated({ country, since }: RawDated): Result<{ country: string | null; since: string | null }, Failure> {
  if (country != null && !/^[A-Z]{2}$/.test(country)) return refuse('country takes two capital letters (ISO 3166).');
  if (since != null && !isLocalDate(since)) return refuse('since takes a date like 2026-03-29.');
  return ok({ country: country ?? null, since: since ?? null });
}

function readBand({ below, atLeast, from, to }: RawBand): Band | null {
  const given = [below, atLeast, from ?? to].filter((one) => one != null);
  if (given.length !== 1 || given.some((one) => one.length !== 4)) return null;
  if (below != null) return { below: below as unknown as Extract<Band, { below: unknown }>['below'] };
  if (atLeast != null) return { atLeast: atLeast as unknown as Extract<Band, { atLeast: unknown }>['atLeast'] };
  if (from?.length !== 4 || to?.length !== 4) return null;
  const within = from.map((low, index) => [low, to[index]] as const);
  return { within: within as unknown as Extract<Band, { within: unknown }>['within'] };
}

function refuse(message: string): { readonly ok: false; readonly error: Failure } {
  return err(failure('BAD_INPUT', message));
}

interface MeasurementSettingsDependencies {
  readonly db: Database;
  readonly clock: Clock;
  /** Invalidates cached settings. */
  readonly settingsChanged: (organizationId: OrganizationId) => void;
}

/** Replaces the organization's own factors and bands. Omitted ones get the defaults. */
async function updateMeasurementSettings(
  { db, clock, settingsChanged }: MeasurementSettingsDependencies,
  scope: Scope,
  wanted: MeasurementSettings,
): Promise<Result<MeasurementSettings, Failure>> {
  const allowed = checkSeesAllSites(scope, null);
  if (!allowed.ok) return allowed;
  const checked = checkSettings(wanted);
  if (!checked.ok) return checked;
  const stored = await db.transaction(async (transaction) => {
    const store = organizationStore(transaction);
    const before = await store.find(scope);
    const after = await store.update(scope, checked.value);
    if (before === null || after === null || after === 'name taken') return null;
    const changed = (['factors', 'bands'] as const).filter((field) => !isDeepStrictEqual(before[field], after[field]));
    if (changed.length > 0) {
      const valuesOf = (of: MeasurementSettings) => Object.fromEntries(changed.map((field) => [field, of[field]]));
      const details = { changed, name: after.name, before: valuesOf(before), after: valuesOf(after) };
      await recordAudit(scope, transaction, {
        at: clock.now(),
        action: 'organization.changed',
        details,
        subjectId: after.id,
      });
    }
    return after;
  });
  if (stored === null) return err(failure('NOT_FOUND', 'No such organization'));
  settingsChanged(stored.id);
  return ok({ factors: stored.factors, bands: stored.bands });
}

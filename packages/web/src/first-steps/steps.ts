import type { FirstStepsQuery } from './operations.generated.ts';

export type Facts = FirstStepsQuery['firstSteps'];

/** In their order; each has its name and its words in the catalogues. */
export const stepNames = ['name', 'site', 'hours', 'zones', 'doors', 'connect', 'number'] as const;
export type StepName = (typeof stepNames)[number];

/** How a reading comes to be a number, in its order. */
export const stations = ['reached', 'understood', 'belongs', 'counted'] as const;
export type Station = (typeof stations)[number];

/**
 * What is done. A site that counts has what counting needs, however it came to it. The name and the hours that are there
 * by default may be right: somebody who takes the step behind leaves them so.
 */
export function isDone({ isNamed, site, reachedAt, isCounted }: Facts, step: StepName): boolean {
  switch (step) {
    case 'name':
      return isNamed || site !== null;
    case 'site':
      return site !== null;
    case 'hours':
      return site !== null && (site.hasHours || site.passages.length > 0 || isCounted);
    case 'zones':
      return site !== null && site.zones.length > 0;
    case 'doors':
      return site !== null && (site.passages.length > 0 || isCounted);
    case 'connect':
      return isCounted || reachedAt !== null;
    case 'number':
      return isCounted;
  }
}

export const stepsDone = (facts: Facts): number => stepNames.filter((step) => isDone(facts, step)).length;

/** The first that is not done; null: all are. */
export const currentStep = (facts: Facts): StepName | null => stepNames.find((step) => !isDone(facts, step)) ?? null;

/** Of the steps whose default may be right, the one that somebody takes next who leaves it so. */
export const stepAfterDefault = { name: 'site', hours: 'doors' } as const satisfies Partial<Record<StepName, StepName>>;

export const hasDefault = (step: StepName): step is keyof typeof stepAfterDefault => step in stepAfterDefault;

/** A later station passed says that earlier ones were, too: readings that a gateway sends don't wait anywhere. */
export function stationsPassed({ reachedAt, understoodAt, isPlaced, isCounted }: Facts): number {
  if (isCounted) return stations.length;
  if (reachedAt === null) return 0;
  if (understoodAt === null) return 1;
  return isPlaced ? 3 : 2;
}

/** Where a step is taken. */
export function placeOf(step: StepName, site: Facts['site']): { readonly to: string; readonly hash?: string } {
  if (step === 'name') return { to: '/settings/organization' };
  if (step === 'connect') return { to: '/settings/devices' };
  if (site === null) return { to: '/settings/sites', hash: 'new' };
  if (step === 'number') return { to: `/counting/${site.id}` };
  const hash = { site: 'general', hours: 'hours', zones: 'places', doors: 'places' }[step];
  return { to: `/settings/sites/${site.id}`, hash };
}

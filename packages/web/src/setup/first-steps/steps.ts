import { useQuery } from '@apollo/client/react';
import { mayDo, useViewer } from '../../people/organization/index.ts';
import { FirstStepsDocument, type FirstStepsQuery } from './operations.generated.ts';

export type Facts = FirstStepsQuery['firstSteps'];

/** In order; each has its texts in the catalogues. */
export const stepNames = ['name', 'site', 'hours', 'zones', 'doors', 'connect', 'number'] as const;
export type StepName = (typeof stepNames)[number];

/** Stages from a reading to a number, in order. */
export const stages = ['reached', 'understood', 'belongs', 'counted'] as const;
export type Stage = (typeof stages)[number];

/**
 * Tells whether a step is done. A site that counts has done every step it needs. A default name or default hours may be
 * correct, so the next step's completion confirms them.
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

export const countDoneSteps = (facts: Facts): number => stepNames.filter((step) => isDone(facts, step)).length;

/** Returns the first step that is not done; null if all are. */
export const findCurrentStep = (facts: Facts): StepName | null =>
  stepNames.find((step) => !isDone(facts, step)) ?? null;

/** Steps whose default may be correct, with the step that confirms it. */
export const confirmingStep = { name: 'site', hours: 'doors' } as const satisfies Partial<Record<StepName, StepName>>;

export const hasDefault = (step: StepName): step is keyof typeof confirmingStep => step in confirmingStep;

/** Counts the passed stages. A later stage implies the earlier ones: readings from a gateway never wait. */
export function countPassedStages({ reachedAt, understoodAt, isPlaced, isCounted }: Facts): number {
  if (isCounted) return stages.length;
  if (reachedAt === null) return 0;
  if (understoodAt === null) return 1;
  return isPlaced ? 3 : 2;
}

/** Returns the page of a step. */
export function getStepPath(step: StepName, site: Facts['site']): { readonly to: string; readonly hash?: string } {
  if (step === 'name') return { to: '/settings/organization' };
  if (step === 'connect') return { to: '/settings/devices' };
  if (site === null) return { to: '/settings/sites', hash: 'new' };
  if (step === 'number') return { to: `/counting/${site.id}` };
  const hash = { site: 'general', hours: 'hours', zones: 'places', doors: 'places' }[step];
  return { to: `/settings/sites/${site.id}`, hash };
}

/** Loads the organization's progress; null if unknown or not visible to the viewer. */
export const useFirstSteps = (): Facts | null => useFirstStepsState().steps;

/** Same, with the loading state. */
export function useFirstStepsState(): { readonly steps: Facts | null; readonly isLoading: boolean } {
  const viewer = useViewer();
  const skip = !mayDo(viewer, 'siteSetup') || viewer.installationIds !== null;
  const { data, error } = useQuery(FirstStepsDocument, { fetchPolicy: 'cache-first', skip });
  return { steps: data?.firstSteps ?? null, isLoading: !skip && data === undefined && error === undefined };
}

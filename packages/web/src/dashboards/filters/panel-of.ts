import { lazy } from 'react';

type Panels = typeof import('./panels/panels.ts');

/** Panels come with the first opening of any of them, not with the page. */
export const panelOf = <Name extends keyof Panels>(name: Name) =>
  lazy(async () => ({ default: (await import('./panels/panels.ts'))[name] }));

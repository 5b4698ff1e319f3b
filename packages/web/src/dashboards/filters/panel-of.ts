import type { ComponentProps, ComponentType } from 'react';
import { latePart } from '../../ui/loading/index.ts';

type Panels = typeof import('./panels/panels.ts');

/** Loads all panels when the first one opens, not with the page. */
export const panelOf = <Name extends keyof Panels>(name: Name) =>
  latePart(async () => (await import('./panels/panels.ts'))[name] as ComponentType<ComponentProps<Panels[Name]>>);

import type { ComponentProps, ComponentType } from 'react';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';

type Panels = typeof import('./panels.ts');

/** Loads all panels when the first one opens, not with the page. */
export const createLazyPanel = <Name extends keyof Panels>(name: Name) =>
  lazyComponent(async () => (await import('./panels.ts'))[name] as ComponentType<ComponentProps<Panels[Name]>>);

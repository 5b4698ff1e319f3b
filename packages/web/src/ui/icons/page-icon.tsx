import { Drawing, Icon } from './icon.tsx';
import { isPageIcon, pageShapes } from './page-shapes.ts';

/** Icon beside a page's name: its own, or the default. */
export function PageIcon({ name }: { readonly name: string | null | undefined }) {
  return isPageIcon(name) ? <Drawing name={name} path={pageShapes[name]} /> : <Icon name="table" />;
}

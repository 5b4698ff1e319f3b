import { Drawing, Icon } from './icon.tsx';
import { isPageIcon, pageShapes } from './page-shapes.ts';

/** What stands beside the name of a page: the icon it has, or that of any page. */
export function PageIcon({ name }: { readonly name: string | null | undefined }) {
  return isPageIcon(name) ? <Drawing name={name} path={pageShapes[name]} /> : <Icon name="table" />;
}

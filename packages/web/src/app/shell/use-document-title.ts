import { useEffect } from 'react';
import { useText } from '../../i18n/index.ts';
import type { Crumb } from '../crumbs.ts';

/** Sets the document title: the page's subject, then the kind of page. */
export function useDocumentTitle(crumbs: readonly Crumb[], pageName: string | null): void {
  const { t } = useText();
  const last = crumbs.at(-1);
  const kind = last !== undefined && 'label' in last ? t(last.label) : null;
  const named = crumbs.some((crumb) => 'pageName' in crumb);
  const title = [named ? pageName : null, kind, t('app.name')].filter((part) => part !== null).join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}

import { Link, useMatches } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useText } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { useCurrentPageName } from '../../ui/page/index.ts';
import type { Crumb } from '../crumbs.ts';
import styles from './breadcrumbs.module.css';
import { useDocumentTitle } from './use-document-title.ts';

export function Breadcrumbs() {
  const { t } = useText();
  const pageName = useCurrentPageName();
  const crumbs: readonly Crumb[] = useMatches({
    select: (matches) =>
      matches
        .map(({ staticData, context }) => staticData.crumbs ?? (context as { crumbs?: readonly Crumb[] }).crumbs)
        .findLast((each) => each !== undefined) ?? [],
  });
  useDocumentTitle(crumbs, pageName);
  return (
    <nav className={styles.crumbs} aria-label={t('shell.crumbs')}>
      {crumbs.map((crumb, index) => (
        <Fragment key={'label' in crumb ? crumb.label : 'page'}>
          {index > 0 && <Icon name="chevronEnd" size={12} className={styles.between} />}
          <Step crumb={crumb} pageName={pageName} last={index === crumbs.length - 1} />
        </Fragment>
      ))}
    </nav>
  );
}

function Step({ crumb, pageName, last }: { crumb: Crumb; pageName: string | null; last: boolean }) {
  const { t } = useText();
  const text = 'label' in crumb ? t(crumb.label) : (pageName ?? '…');
  const current = last ? ('page' as const) : undefined;
  if ('label' in crumb && crumb.to !== undefined && !last) {
    return (
      <Link to={crumb.to} className={styles.link}>
        {text}
      </Link>
    );
  }
  return (
    <span className={last ? styles.last : undefined} aria-current={current}>
      {text}
    </span>
  );
}

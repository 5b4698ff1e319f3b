import { useQuery } from '@apollo/client/react';
import type { DashboardContent } from '@atrium/domain/pages/content';
import { useText } from '../../i18n/index.ts';
import { useMayDo } from '../../people/organization/index.ts';
import { useSites } from '../widgets/sites.ts';
import { RolesToShareWithDocument } from './operations.generated.ts';
import styles from './publishing.module.css';

/** States who sees a dashboard. */
export function ForWhom({ content }: { readonly content: DashboardContent }) {
  const { t, locale } = useText();
  const { sites } = useSites();
  const roles = useRoles();
  const { isOwn, roleIds, installationId } = content;
  const site = sites?.find(({ topology }) => topology.installationId === installationId);
  const named = (roleIds ?? []).map((id) => roles.find((role) => role.id === id)?.name ?? `#${id}`);
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  return (
    <p className={styles.whom}>
      {isOwn
        ? t('drafts.publish.for.own')
        : roleIds === null
          ? t('drafts.publish.for.all')
          : t('drafts.publish.for.roles', { roles: list.format(named) })}{' '}
      {site !== undefined && !isOwn && t('drafts.publish.for.site', { site: site.topology.name })}
    </p>
  );
}

/** Loads the organization's roles. Empty without the right to see them. */
export function useRoles(): readonly { readonly id: number; readonly name: string }[] {
  const maySee = useMayDo('rightProfiles');
  const { data } = useQuery(RolesToShareWithDocument, { skip: !maySee, fetchPolicy: 'cache-first' });
  return data?.allProfiles.map(({ profile }) => profile) ?? [];
}

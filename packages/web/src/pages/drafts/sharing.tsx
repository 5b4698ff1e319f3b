import { useText } from '../../i18n/index.ts';
import { useMayDo, useViewer } from '../../people/organization/index.ts';
import { LongSelectField } from '../../ui/choice/long-select.tsx';
import { ChoiceField } from '../../ui/form/controls.tsx';
import type { Site } from '../site-page/site.ts';
import { ForWhom, useRoles } from './for-whom.tsx';
import styles from './page-settings.module.css';
import { ChooseSeveral } from './settings/choose-several.tsx';
import type { DraftWork } from './use-draft-work.ts';

/** Sets who sees the dashboard once it is published. */
export function Sharing({ work, sites }: { readonly work: DraftWork; readonly sites: readonly Site[] }) {
  const { t } = useText();
  const mayShare = useMayDo('organizationDashboards');
  const isLimited = useViewer().installationIds !== null;
  const roles = useRoles();
  const { content, draft } = work;
  // A dashboard published to others cannot become private.
  const isFixed = draft.published !== null && !draft.published.isOwn;
  return (
    <>
      {mayShare && !isFixed && (
        <ChoiceField
          label={t('drafts.whose')}
          name="whose"
          value={content.isOwn ? 'own' : 'organization'}
          options={[
            { value: 'organization', text: t('drafts.whose.organization') },
            { value: 'own', text: t('drafts.whose.own') },
          ]}
          onChange={(whose) =>
            work.change({
              ...content,
              isOwn: whose === 'own',
              roleIds: whose === 'own' ? null : content.roleIds,
              // Only users with access to all sites may create a page for all sites.
              installationId:
                whose === 'organization' && isLimited
                  ? (content.installationId ?? sites[0]?.topology.installationId ?? null)
                  : content.installationId,
            })
          }
        />
      )}
      <LongSelectField
        label={t('drafts.site')}
        name="site"
        value={content.installationId === null ? '' : String(content.installationId)}
        options={[
          ...(isLimited && !content.isOwn ? [] : [{ value: '', text: t('drafts.allSites') }]),
          ...sites.map(({ topology }) => ({ value: String(topology.installationId), text: topology.name })),
        ]}
        onChange={(site) => work.change({ ...content, installationId: site === '' ? null : Number(site) })}
      />
      {!content.isOwn && roles.length > 0 && (
        <>
          <ChooseSeveral
            label={t('drafts.share.roles')}
            values={content.roleIds ?? []}
            options={roles.map(({ id, name }) => ({ value: id, text: name }))}
            onChange={(roleIds) => work.change({ ...content, roleIds: roleIds ?? null })}
          />
          <p className={styles.text}>{t('drafts.share.rolesText')}</p>
        </>
      )}
      <ForWhom content={content} />
    </>
  );
}

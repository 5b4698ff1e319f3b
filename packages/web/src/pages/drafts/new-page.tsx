import { useMutation } from '@apollo/client/react';
import { siteTabs } from '@atrium/domain/pages';
import { contentLimits, isPartOfViewLost } from '@atrium/domain/pages/content';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { useViewer } from '../../people/organization/index.ts';
import { LongSelectField } from '../../ui/choice/long-select.tsx';
import { Button } from '../../ui/form/button.tsx';
import { ChoiceField } from '../../ui/form/controls.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { showToast } from '../../ui/overlays/toast-list.ts';
import { useSites } from '../widgets/sites.ts';
import type { PageRow } from './list-rows.ts';
import type { SiteView } from './new-content.ts';
import { buildContentFromSeen, createContent } from './new-content.ts';
import { CreateDashboardDraftDocument, OpenDashboardDraftDocument } from './operations.generated.ts';
import styles from './pages.module.css';

interface NewPageProps {
  readonly mayShare: boolean;
  /** The view to start from; null for an empty page. */
  readonly view: SiteView | null;
  readonly onClose: () => void;
}

/** Asks for the name, the audience and the sites of a new page. */
export function NewPage({ mayShare, view, onClose }: NewPageProps) {
  const { t } = useText();
  const open = useOpenDraft();
  const { sites } = useSites();
  const isLimited = useViewer().installationIds !== null;
  const seen = view && sites?.find(({ topology }) => topology.installationId === view.installationId);
  const [create, { loading }] = useMutation(CreateDashboardDraftDocument);
  const [ownName, setName] = useState<string | null>(null);
  const suggested = view && seen ? `${seen.topology.name}, ${t(`shell.${siteTabs[view.tab].section}`)}` : '';
  const name = ownName ?? suggested;
  const [whose, setWhose] = useState<'organization' | 'own'>(mayShare && !isLimited ? 'organization' : 'own');
  const [chosenSite, setSiteId] = useState('');
  // Only users with access to all sites may create a page for all sites.
  const isOfOneSite = isLimited && whose === 'organization';
  const siteId = chosenSite === '' && isOfOneSite ? String(sites?.[0]?.topology.installationId ?? '') : chosenSite;
  const [tried, setTried] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const isNamed = name.trim() !== '' && name.length <= contentLimits.name;

  async function send(about: NonNullable<typeof sites>) {
    const isOwn = whose === 'own';
    const installationId = siteId === '' ? null : Number(siteId);
    const content =
      view && seen
        ? buildContentFromSeen(view, seen, { name: name.trim(), isOwn, now: Date.now(), t })
        : createContent(name.trim(), { isOwn, installationId, sites: about });
    const made = await create({ variables: { content } }).catch(() => null);
    if (made?.data == null) return showToast('error', t('drafts.notDone'));
    await open({ dashboardId: null, draftId: made.data.createDashboardDraft.id });
  }

  function make() {
    setTried(true);
    if (isNamed) setWanted(true);
  }

  // A submit before the sites are loaded waits for them.
  useEffect(() => {
    if (!isWanted || sites === null) return;
    setWanted(false);
    void send(sites);
  });

  return (
    <Dialog
      title={t(view === null ? 'drafts.new' : 'drafts.view')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button look="primary" aria-busy={loading || isWanted} onClick={make}>
            {t('drafts.make')}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          make();
        }}
      >
        <TextField
          label={t('drafts.name')}
          name="name"
          autoComplete="off"
          value={name}
          error={tried && !isNamed ? t('drafts.fault.name') : null}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {mayShare && (
          <ChoiceField
            label={t('drafts.whose')}
            name="whose"
            value={whose}
            options={[
              { value: 'organization', text: t('drafts.whose.organization') },
              { value: 'own', text: t('drafts.whose.own') },
            ]}
            onChange={setWhose}
          />
        )}
        {view === null ? (
          <LongSelectField
            label={t('drafts.site')}
            name="site"
            value={siteId}
            options={[
              ...(isOfOneSite ? [] : [{ value: '', text: t('drafts.allSites') }]),
              ...(sites ?? []).map(({ topology }) => ({ value: String(topology.installationId), text: topology.name })),
            ]}
            onChange={setSiteId}
          />
        ) : (
          <p className={styles.note}>
            {t('drafts.view.begins', { site: seen?.topology.name ?? '' })}
            {isPartOfViewLost(view.filters) && ` ${t('drafts.view.lost')}`}
          </p>
        )}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

/** Returns a function that opens a page in the page builder. Creates a draft if there is none. */
export function useOpenDraft() {
  const { t } = useText();
  const navigate = useNavigate();
  const [begin] = useMutation(OpenDashboardDraftDocument);
  return async ({ draftId, dashboardId }: Pick<PageRow, 'draftId' | 'dashboardId'>): Promise<void> => {
    const begun =
      draftId === null && dashboardId !== null ? await begin({ variables: { dashboardId } }).catch(() => null) : null;
    const id = draftId ?? begun?.data?.openDashboardDraft.id;
    if (id === undefined) return showToast('error', t('drafts.notDone'));
    await navigate({ to: '/settings/pages/$draftId', params: { draftId: String(id) } });
  };
}

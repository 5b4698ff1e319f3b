import { useMutation } from '@apollo/client/react';
import type { Difference } from '@atrium/domain/pages/content';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { showToast } from '../../ui/overlays/toast-list.ts';
import { ForWhom } from './for-whom.tsx';
import { PublishDashboardDraftDocument } from './operations.generated.ts';
import styles from './publishing.module.css';
import type { DraftWork } from './use-draft-work.ts';
import { findRefusal, toDraft } from './use-draft-work.ts';

interface PublishDialogProps {
  readonly work: DraftWork;
  readonly differences: readonly Difference[];
  readonly onClose: () => void;
}

/** Confirms publishing. Lists the changes and who will see them. */
export function PublishDialog({ work, differences, onClose }: PublishDialogProps) {
  const { t } = useText();
  const [publish, { loading, client }] = useMutation(PublishDashboardDraftDocument);
  const { draft, content } = work;

  async function confirm() {
    const version = await work.saveNow();
    if (version === null) return onClose();
    try {
      const variables = { draftId: draft.id, version, published: draft.publishedAt };
      const { data } = await publish({ variables });
      if (data === undefined || data === null) return showToast('error', t('drafts.notDone'));
      work.replaceDraft(toDraft(data.publishDashboardDraft));
      showToast('success', t('drafts.published'));
      onClose();
      // Evicts the page lists, and the page itself if it is cached.
      client.cache.evict({ fieldName: 'pageById' });
      await client.refetchQueries({ include: 'active' }).catch(() => {});
    } catch (error) {
      const field = findRefusal(error)?.field;
      if (field !== 'published' && field !== 'version') return showToast('error', t('drafts.notDone'));
      showToast('error', t(field === 'published' ? 'drafts.publishedMeanwhile' : 'drafts.conflict'));
      onClose();
      await work.reloadPublished();
    }
  }

  return (
    <Dialog
      wide
      title={t('drafts.publish.title', { page: content.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button
            look="primary"
            disabled={draft.published !== null && differences.length === 0}
            aria-busy={loading}
            onClick={() => void confirm()}
          >
            {t('drafts.publish')}
          </Button>
        </>
      }
    >
      <ForWhom content={content} />
      {differences.length === 0 && draft.published !== null && <p>{t('drafts.publish.nothing')}</p>}
      <ul className={styles.differences}>
        {differences.map(({ kind, page, name }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two widgets of the same title may change alike
          <li key={`${index} ${kind}`}>
            {t(`drafts.difference.${kind}`, { name })}
            {page !== null && content.pages.length > 1 && <span className={styles.where}>{page}</span>}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

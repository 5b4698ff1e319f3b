import { skipToken, useQuery } from '@apollo/client/react';
import { useId } from 'react';
import { useText } from '../../i18n/index.ts';
import { useViewer } from '../../people/organization/index.ts';
import { useShortlist } from '../../ui/choice/use-shortlist.tsx';
import { Icon } from '../../ui/icons/index.ts';
import styles from './exports.module.css';
import { ExportRecipientsDocument } from './operations.generated.ts';
import type { ExportForm } from './use-export-form.ts';

/** Members of the organization. Those without access to the site are disabled, with the reason. */
export function RecipientsField({ form, isTried }: { readonly form: ExportForm; readonly isTried: boolean }) {
  const { t } = useText();
  const id = useId();
  const viewer = useViewer();
  const { site, filled, change } = form;
  const options = site === null ? skipToken : { variables: { installationId: site.id } };
  const { data, error } = useQuery(ExportRecipientsDocument, options);
  const people = [...(data?.exportRecipients ?? [])].sort(
    (left, right) =>
      Number(left.whyNot !== null) - Number(right.whyNot !== null) ||
      Number(right.userId === viewer.id) - Number(left.userId === viewer.id),
  );
  const { shown, search } = useShortlist(people, {
    textOf: ({ name }) => name,
    isChosen: ({ userId }) => filled.userIds.includes(userId),
  });
  const isNobody = isTried && filled.userIds.length === 0;
  return (
    <fieldset className={styles.recipients} aria-describedby={`${id}-note`}>
      <legend>{t('exports.recipients')}</legend>
      {search}
      <ul data-fault={isNobody || undefined}>
        {shown.map(({ userId, name, whyNot }) => (
          <li key={userId}>
            <label data-refused={whyNot !== null || undefined}>
              <input
                type="checkbox"
                disabled={whyNot !== null}
                checked={filled.userIds.includes(userId)}
                onChange={(event) =>
                  change({
                    userIds: event.currentTarget.checked
                      ? [...filled.userIds, userId]
                      : filled.userIds.filter((one) => one !== userId),
                  })
                }
              />
              <bdi>{name}</bdi>
              {whyNot !== null && <span className={styles.whyNot}>{t(`exports.whyNot.${whyNot}`)}</span>}
            </label>
          </li>
        ))}
      </ul>
      {isNobody ? (
        <p className={styles.fault} id={`${id}-note`}>
          <Icon name="alert" size={14} />
          {t('exports.recipients.fault')}
        </p>
      ) : (
        <p className={styles.note} id={`${id}-note`}>
          {t(error === undefined ? 'exports.recipients.note' : 'exports.recipients.failed')}
        </p>
      )}
    </fieldset>
  );
}

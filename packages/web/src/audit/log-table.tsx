import { isAuditAction } from '@atrium/domain/audit';
import { useText } from '../i18n/index.ts';
import { useDates } from '../organization/index.ts';
import styles from './audit-log.module.css';
import { detailText } from './detail-text.ts';
import { kindOf, kindTexts } from './kinds.ts';
import type { AuditLogQuery } from './operations.generated.ts';

type Entry = AuditLogQuery['auditLog']['nodes'][number];

export function LogTable({ entries, isBusy }: { entries: readonly Entry[]; isBusy: boolean }) {
  const { t } = useText();
  return (
    <table className={styles.table} aria-busy={isBusy}>
      <thead>
        <tr>
          <th scope="col">{t('audit.when')}</th>
          <th scope="col">{t('audit.who')}</th>
          <th scope="col">{t('audit.filter.kind')}</th>
          <th scope="col">{t('audit.what')}</th>
          <th scope="col">{t('audit.address')}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ entry }: { entry: Entry }) {
  const { t, locale } = useText();
  const { moment } = useDates();
  const { action, actorUserId, actorName, viewAsName, address } = entry;
  const isKnown = isAuditAction(action);
  const who = actorName ?? nobody(actorUserId, address);
  const told = detailText(action, entry.details as Readonly<Record<string, unknown>>, t, locale);
  return (
    <tr>
      <td className={styles.when}>
        <time dateTime={new Date(entry.at).toISOString()}>
          <bdi dir="ltr">{moment(entry.at)}</bdi>
        </time>
      </td>
      <th scope="row">
        {who === actorName ? who : t(who as 'audit.gone')}
        {viewAsName !== null && <span className={styles.meta}>{t('audit.asOther', { name: viewAsName })}</span>}
      </th>
      <td className={styles.quiet}>{isKnown && t(kindTexts[kindOf(action)])}</td>
      <td>
        {isKnown ? t(`audit.action.${action}`) : action}
        {told !== '' && <span className={styles.meta}>{told}</span>}
      </td>
      <td className={styles.quiet} data-none={address === null || undefined}>
        <bdi dir="ltr">{address ?? '–'}</bdi>
      </td>
    </tr>
  );
}

/** Somebody without a name: gone, never known, or the product itself. */
function nobody(actorUserId: number | null, address: string | null) {
  if (actorUserId !== null) return 'audit.gone' as const;
  return address === null ? ('audit.system' as const) : ('audit.nobody' as const);
}

import { Link } from '@tanstack/react-router';
import { isLanguage, languages, useText } from '../../i18n/index.ts';
import { mayDo, useViewer } from '../../organization/index.ts';
import { clockText, sendDayText } from '../../schedules/index.ts';
import { IconButton } from '../../ui/form/index.ts';
import { Switch } from '../../ui/switch/index.ts';
import { type ReportChanges, type ReportFragment, ReportState, type Standing, standingNote } from '../report/index.ts';
import styles from './list.module.css';

interface ReportRowProps {
  readonly report: ReportFragment;
  readonly standing: Standing;
  readonly changes: ReportChanges;
  readonly now: number;
}

export function ReportRow({ report, standing, changes, now }: ReportRowProps) {
  const text = useText();
  const { t } = text;
  const viewer = useViewer();
  const { title, timezone, emails } = report;
  const event = report.event ?? t('reports.noEvent');
  return (
    <tr className={styles.row} data-off={!report.enabled}>
      <th scope="row" className={styles.name}>
        <Title report={report} mayEdit={mayDo(viewer, 'updateReport')} />
        <span className={styles.second}>{`${report.zone} · ${languageName(report.language)}`}</span>
      </th>
      <td className={styles.site}>
        {report.site}
        <span className={styles.second}>
          {standing.kind === 'inactive' && standing.why === 'ended' ? t('reports.ended', { event }) : event}
        </span>
      </td>
      <td className={styles.state}>
        <ReportState standing={standing} />
        <span className={styles.note}>{standingNote(standing, timezone, text, now)}</span>
      </td>
      <td className={styles.frequency}>
        {sendDayText(report.sendDay, text)}
        <span className={styles.second}>{clockText(report.hour, timezone, text)}</span>
      </td>
      <td className={styles.days}>{t('reports.days', { count: report.includedDays })}</td>
      <td className={styles.emails}>
        {t('reports.emails', { count: emails.length })}
        <span className={styles.second}>
          <bdi className={styles.address} title={emails.join('\n')}>
            {emails[0]}
          </bdi>
          {emails.length > 1 && <bdi dir="ltr" className={styles.more}>{`+ ${emails.length - 1}`}</bdi>}
        </span>
      </td>
      <td className={styles.on}>
        {mayDo(viewer, 'updateReport') ? (
          <Switch
            label={t('reports.switch', { report: title })}
            isOn={report.enabled}
            onTurn={(isOn) => changes.turn(report, isOn)}
          />
        ) : (
          t(report.enabled ? 'reports.on' : 'reports.state.off')
        )}
      </td>
      <td className={styles.bin}>
        {mayDo(viewer, 'deleteReport') && (
          <IconButton
            icon="trash"
            label={t('reports.delete', { report: title })}
            onClick={() => void changes.remove(report)}
          />
        )}
      </td>
    </tr>
  );
}

/** The whole row leads to the report's form, but for its switch and its bin. */
function Title({ report: { id, title }, mayEdit }: { report: ReportFragment; mayEdit: boolean }) {
  if (!mayEdit) return <span className={styles.title}>{title}</span>;
  return (
    <Link to="/reports/$reportId" params={{ reportId: String(id) }} className={`${styles.title} ${styles.whole}`}>
      {title}
    </Link>
  );
}

const languageName = (code: string) => (isLanguage(code) ? languages[code].name : code);

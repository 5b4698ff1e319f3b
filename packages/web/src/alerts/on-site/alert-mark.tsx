import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useText } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { Tooltip } from '../../ui/tooltip/index.ts';
import { useAlertName } from '../live/index.ts';
import { formatMoment } from '../words/index.ts';
import styles from './on-site.module.css';
import type { SiteAlertsQuery } from './operations.generated.ts';

interface AlertMarkProps {
  readonly entry: SiteAlertsQuery['alertLogConnection']['nodes'][number];
  readonly timezone: string;
  readonly isAtEnd: boolean;
}

/** A firing in a chart, with a link to its story. */
export function AlertMark({ entry, timezone, isAtEnd }: AlertMarkProps) {
  const tip = useId();
  const text = useText();
  const { id, dateBegin, dateEnd, zoneName } = entry;
  const moment = (at: number) => formatMoment(at, timezone, text, Date.now());
  const name = useAlertName()(entry);
  const when =
    dateEnd === null
      ? text.t('alerts.since', { when: moment(dateBegin) })
      : `\u2066${moment(dateBegin)}–${moment(dateEnd)}\u2069`;
  const label = [name, zoneName, when].filter((word) => word !== null).join(' · ');
  return (
    <>
      <Link to="/alerts/log/$logId" params={{ logId: String(id) }} className={styles.mark} aria-labelledby={tip}>
        <Icon name="bell" size={12} />
      </Link>
      <Tooltip id={tip} isAtEnd={isAtEnd}>
        <bdi>{label}</bdi>
      </Tooltip>
    </>
  );
}

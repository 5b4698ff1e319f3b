import { useQuery } from '@apollo/client/react';
import type { Span } from '@atrium/domain/core';
import { useText } from '../../../i18n/index.ts';
import { formatMoment } from '../condition-text.ts';
import { SiteAlertsDocument, type SiteAlertsQuery } from './operations.generated.ts';
import { useAlertName } from './use-open-alerts.ts';

/** A firing, with the alert's name and a label that also says where and when. */
type SiteAlert = SiteAlertsQuery['alertLogConnection']['nodes'][number] & {
  readonly name: string;
  readonly label: string;
};

/** Polling interval, ms. Open alerts appear beside the title at once, so charts may lag. */
const askAgain = 60_000;

/** Loads the firings in these zones during a span, at most 50. Null while loading. For viewers with the right only. */
export function useSiteAlerts(
  { zones, timezone }: { readonly zones: readonly { readonly id: number }[]; readonly timezone: string },
  { from, to }: Span,
): readonly SiteAlert[] | null {
  const text = useText();
  const nameOf = useAlertName();
  const { data } = useQuery(SiteAlertsDocument, {
    variables: { zoneIds: zones.map(({ id }) => id), begin: from, end: to },
    pollInterval: askAgain,
  });
  const moment = (at: number) => formatMoment(at, timezone, text, Date.now());
  return (
    data?.alertLogConnection.nodes.map((entry) => {
      const { dateBegin, dateEnd, zoneName } = entry;
      const name = nameOf(entry);
      const when =
        dateEnd === null
          ? text.t('alerts.since', { when: moment(dateBegin) })
          : `\u2066${moment(dateBegin)}–${moment(dateEnd)}\u2069`;
      return { ...entry, name, label: [name, zoneName, when].filter((word) => word !== null).join(' · ') };
    }) ?? null
  );
}

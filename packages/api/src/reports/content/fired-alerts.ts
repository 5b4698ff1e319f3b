import { type FiredAlert, getSubjectSpan, type ReportSubject } from '@atrium/domain/reports';
import { selfOrDescendants } from '@atrium/domain/sites';
import type { alertLogStore } from '../../alerts/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';

/** More than a report lists. It counts the others. */
const maxAlerts = 100;

/** Builds the reader of alerts that fired in a report's zones and period, newest first. */
export function createAlertReader(log: Pick<ReturnType<typeof alertLogStore>, 'page'>) {
  return async (scope: Scope, subject: ReportSubject): Promise<readonly FiredAlert[]> => {
    const { from, to } = getSubjectSpan(subject);
    const zones = selfOrDescendants(subject.site.zones, subject.zoneIds);
    const found = await log.page(scope, { zoneIds: [...zones], begin: from, end: to }, maxAlerts, null);
    return found.map(({ alertName, message, zoneId, dateBegin, dateEnd }): FiredAlert => {
      const place = subject.site.zones.find(({ id }) => id === zoneId)?.name ?? null;
      return { name: alertName ?? message ?? place ?? subject.site.name, place, from: dateBegin, to: dateEnd };
    });
  };
}

import { maxReportDays } from '@atrium/domain/actions/reports';
import { addDays, type LocalDate, toDayNumber } from '@atrium/domain/core';
import type { Translate } from '../../../i18n/index.ts';
import type { Faults } from '../../../ui/form/use-form.ts';
import { getValidEmails, type WrittenEmails } from '../emails.ts';
import { findEmailsFault } from '../form/draft.ts';
import type { CreateRetailReportMutationVariables } from './operations.generated.ts';

/** Form values of a single report. */
export interface Request {
  readonly siteId: number | null;
  readonly from: LocalDate | '';
  /** Inclusive. */
  readonly to: LocalDate | '';
  readonly zoneIds: readonly number[];
  /** Seconds; null if not selected. */
  readonly granularity: number | null;
  readonly emails: WrittenEmails;
}

export const fieldOrder = [
  'siteId',
  'from',
  'to',
  'zoneIds',
  'granularity',
  'emails',
] as const satisfies readonly (keyof Request)[];

/** Returns all errors that prevent creating it, in the reader's language. A download needs no recipients. */
export function findRequestFaults(
  { siteId, from, to, zoneIds, granularity, emails }: Request,
  t: Translate,
  isDownloaded = false,
): Faults<Request> {
  const needed = t('reportForm.error.needed');
  const fault = isDownloaded ? null : findEmailsFault(emails, t);
  return {
    ...(siteId === null && { siteId: needed }),
    ...(from === '' && { from: needed }),
    ...(to === '' ? { to: needed } : spanFault(from, to, t)),
    ...(zoneIds.length === 0 && { zoneIds: t('reportForm.generator.noZone') }),
    ...(granularity === null && { granularity: needed }),
    ...(fault !== null && { emails: fault }),
  };
}

function spanFault(from: LocalDate | '', to: LocalDate, t: Translate): Faults<Request> {
  if (from === '') return {};
  const days = toDayNumber(to) - toDayNumber(from) + 1;
  if (days < 1) return { to: t('reportForm.generator.backwards') };
  return days > maxReportDays ? { to: t('reportForm.generator.tooLong', { most: maxReportDays }) } : {};
}

/** Builds the variables; null if incomplete. */
export function toVariables(
  { from, to, zoneIds, granularity, emails }: Request,
  language: string,
): CreateRetailReportMutationVariables | null {
  if (from === '' || to === '' || granularity === null) return null;
  return {
    from,
    to: addDays(to, 1),
    zoneIds: [...zoneIds],
    granularity,
    emails: [...getValidEmails(emails)],
    language,
  };
}

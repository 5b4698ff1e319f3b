import type { ExportFormat } from '@atrium/domain/actions/exports';
import { formatDate } from '@atrium/domain/core/format';
import { useMemo } from 'react';
import { useText } from '../../i18n/index.ts';
import { useDates } from '../../people/organization/index.ts';
import type { ShownJob } from './use-export-jobs.ts';

/** Names of formats; the same in every language. */
export const formatNames: Readonly<Record<ExportFormat, string>> = { xlsx: 'Excel', csv: 'CSV', parquet: 'Parquet' };

/** Returns formatters of export descriptions. */
export function useJobTexts() {
  const text = useText();
  const { moment } = useDates();
  return useMemo(() => {
    const { t, locale } = text;
    return {
      /** `Arcades du Lac, counting`. */
      title: ({ site, dataType }: ShownJob) =>
        t('exports.jobTitle', {
          site: site ?? t('exports.siteGone'),
          dataType: t(`exports.dataType.${dataType as 'counting'}`),
        }),
      /** `15 min · 1 – 31 October · with sub-zones`. */
      what: ({ granularity, firstDay, lastDay, includeSubZones, format, repeatingId }: ShownJob) => {
        const [first, last] = [firstDay, lastDay].map((day) => (day == null ? '' : formatDate(day, text)));
        return [
          t(`exports.granularity.${granularity as 900}`),
          first === last ? first : `${first} – ${last}`,
          ...(includeSubZones ? [t('exports.withSubZones')] : []),
          ...(repeatingId == null ? [] : [t('exports.bySchedule')]),
          ...(format === 'xlsx' ? [] : [formatNames[format as 'csv']]),
        ].join(' · ');
      },
      moment,
      /** `20 s`, `3 min`. */
      time: (seconds: number) =>
        new Intl.NumberFormat(locale, {
          style: 'unit',
          unit: seconds < 90 ? 'second' : 'minute',
          unitDisplay: 'short',
          numberingSystem: 'latn',
        }).format(seconds < 90 ? seconds : Math.round(seconds / 60)),
    };
  }, [text, moment]);
}

import { addDays, type LocalDate } from '@atrium/domain/core';
import type { ResolvedFilters } from '@atrium/domain/dashboards';
import { useState } from 'react';
import { loadMessages, useText } from '../../i18n/index.ts';
import { useMayDo } from '../../organization/index.ts';
import { Button } from '../../ui/form/index.ts';
import { lazyComponent } from '../../ui/loading/index.ts';
import type { Site } from '../site/site.ts';

const GeneratorDialog = lazyComponent(async () => {
  const [{ GeneratorDialog: dialog }] = await Promise.all([
    import('../../reports/generator/index.ts'),
    loadMessages('reports'),
  ]);
  return dialog;
});

interface ReportButtonProps {
  /** The page's sites, including the shown one. */
  readonly sites: readonly Site[];
  readonly shown: Site;
  readonly filters: ResolvedFilters;
}

/** Opens a one-off report of the page's sites (F02), preset to the shown days and zone. */
export function ReportButton({ sites, shown, filters }: ReportButtonProps) {
  const { t } = useText();
  const mayCreate = useMayDo('newReport');
  const [isOpen, setOpen] = useState(false);
  if (!mayCreate) return null;
  return (
    <>
      <Button icon="table" onClick={() => setOpen(true)}>
        {t('widgets.page.report')}
      </Button>
      {isOpen && (
        <GeneratorDialog
          sites={sites.map(choiceOf)}
          shown={{
            siteId: shown.topology.installationId,
            zoneId: shown.topology.zones.some(({ id }) => id === filters.zone.id) ? filters.zone.id : null,
            ...daysOf(filters),
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** Lists the outermost zones first. */
const choiceOf = ({ topology: { installationId, name, zones } }: Site) => ({
  id: installationId,
  name,
  zones: zones
    .toSorted((one, other) => Number(one.parentIds.length > 0) - Number(other.parentIds.length > 0))
    .map((zone) => ({ id: zone.id, name: zone.name })),
});

/** Returns the first and the last shown day, without future days. */
function daysOf({ ranges, date }: ResolvedFilters): { readonly from: LocalDate; readonly to: LocalDate } {
  const days = ranges.flatMap(({ from, to }) => [from, addDays(to, -1)]).toSorted();
  const present = (day: LocalDate | undefined) => (day === undefined || day > date ? date : day);
  return { from: present(days[0]), to: present(days.at(-1)) };
}

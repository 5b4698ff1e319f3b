import { useApolloClient } from '@apollo/client/react';
import { computeArea, crossesItself, distance, type PlanShape, type Point } from '@atrium/domain/map-views';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { saveArea } from '../../site-files/save-area.ts';
import { Icon } from '../../ui/icons/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { formatArea, formatLength } from '../measures.ts';
import { PlanPlacesDocument } from '../operations.generated.ts';
import type { PlanPlace } from '../places.ts';
import type { PlanEditing } from '../use-plan.ts';
import styles from './panels.module.css';

interface MeasuresProps {
  readonly planning: PlanEditing;
  readonly shape: PlanShape;
  readonly place: PlanPlace | null;
  readonly isNarrow: boolean;
}

/** Compares the drawn size with the site's data. Unknown without a scale. */
export function Measures({ planning: { metres }, shape: { form, points }, place, isNarrow }: MeasuresProps) {
  const text = useText();
  const { t } = text;
  if (form === 'area' && crossesItself(points))
    return (
      <p className={styles.fault} role="alert">
        <Icon name="alert" size={14} />
        {t('plan.crosses')}
      </p>
    );
  if (form === 'spot' || form === 'outline') return null;
  if (metres === null) return <p className={styles.note}>{t(isNarrow ? 'plan.scale.none' : 'plan.scale.text')}</p>;
  if (form === 'line')
    return (
      <dl className={styles.measures}>
        <div>
          <dt>{t('plan.width')}</dt>
          <dd>{formatLength(distance(points[0] as Point, points[1] as Point) * metres, text)}</dd>
        </div>
      </dl>
    );
  const drawn = computeArea(points) * metres * metres;
  return (
    <dl className={styles.measures}>
      <div>
        <dt>{t('plan.area.drawn')}</dt>
        <dd>{formatArea(drawn, text)}</dd>
      </div>
      {place?.kind === 'zone' && (
        <div>
          <dt>{t('plan.area.site')}</dt>
          <dd>{place.area === null ? t('plan.area.unknown') : formatArea(place.area, text)}</dd>
        </div>
      )}
      {place?.kind === 'zone' && <UseDrawn zone={place} drawn={Math.round(drawn * 10) / 10} />}
    </dl>
  );
}

/** Sets the zone's area to the drawn one, saved at once as in the site editor. */
function UseDrawn({ zone, drawn }: { readonly zone: PlanPlace; readonly drawn: number }) {
  const text = useText();
  const { t } = text;
  const client = useApolloClient();
  const { siteId } = useParams({ from: '/authenticated/settings/sites/$siteId/plan' });
  const [isBusy, setBusy] = useState(false);
  if (drawn === zone.area || drawn <= 0) return null;
  async function use() {
    setBusy(true);
    const taken = await saveArea(client, { installationId: Number(siteId), zone: zone.name, area: drawn });
    await client.refetchQueries({ include: [PlanPlacesDocument] }).catch(() => {});
    setBusy(false);
    showToast(taken === 'taken' ? 'success' : 'error', t(`plan.area.${taken}`, { area: formatArea(drawn, text) }));
  }
  return (
    <div>
      <dt />
      <dd>
        <button type="button" className={styles.link} disabled={isBusy} onClick={() => void use()}>
          {t('plan.area.use')}
        </button>
      </dd>
    </div>
  );
}

import { formatNumber } from '@atrium/domain/core/format';
import type { Plan } from '@atrium/domain/pages/map-views';
import { useText } from '../../i18n/index.ts';
import { Drawing as Picture } from '../../ui/icons/index.ts';
import styles from './panels.module.css';
import { findPlace, type PlaceKind, type PlanPlace, toElement } from './places.ts';
import { tools } from './tools.tsx';
import { type Drawing, isDrawingTool, type Tool } from './use-drawing.ts';
import type { PlanEditing } from './use-plan.ts';

const toolOf: Readonly<Record<PlaceKind, Tool>> = { zone: 'box', passage: 'door', device: 'sensor' };

/** Places not on the plan yet. Each selects the tool that draws it. */
export function Tray({ plan, places, drawing, isNarrow }: TrayProps) {
  const { t } = useText();
  const drawn = new Set(plan.shapes.map(({ element }) => findPlace(element, places)));
  const missing = places.filter((place) => !drawn.has(place) && (!isNarrow || place.kind === 'device'));
  if (missing.length === 0) return <p className={styles.tray}>{t('plan.tray.none')}</p>;
  return (
    <div className={styles.tray}>
      <span className={styles.trayName} id="plan-tray">
        {t('plan.tray')}
      </span>
      <ul className={styles.missing} aria-labelledby="plan-tray">
        {missing.map((place) => (
          <li key={`${place.kind} ${place.id}`}>
            <button
              type="button"
              className={styles.chip}
              aria-label={t('plan.draw', { name: place.name })}
              onClick={() => drawing.take(toolOf[place.kind], toElement(place))}
            >
              <Picture name={place.kind} path={tools[toolOf[place.kind]][1]} />
              <bdi>{place.name}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface TrayProps {
  readonly plan: Plan;
  readonly places: readonly PlanPlace[];
  readonly drawing: Drawing;
  readonly isNarrow: boolean;
}

/** Position of the cursor, length of a pixel, and the current keys. */
export function StatusLine({ planning: { plan, metres }, drawing }: { planning: PlanEditing; drawing: Drawing }) {
  const { t, locale } = useText();
  const { chosen, point, cursor, tool, unit } = drawing;
  const shape = plan.shapes.find(({ key }) => key === chosen);
  const at = cursor?.point ?? shape?.points[point ?? 0];
  const word = (value: number) =>
    metres === null
      ? formatNumber(value, { locale, decimals: 0 })
      : `${formatNumber(value * metres, { locale, decimals: 1 })} m`;
  const keys = isDrawingTool(tool) ? 'drawing' : shape === undefined ? 'none' : point === null ? 'shape' : 'point';
  return (
    <div className={styles.status}>
      <span dir="ltr">
        {at !== undefined && (
          <>
            <span className={styles.axis}>x</span> {word(at.x)} <span className={styles.axis}>y</span> {word(at.y)}
          </>
        )}
      </span>
      <span>
        {metres === null
          ? t('plan.scale.none')
          : t('plan.scale.pixel', { length: formatNumber(unit * metres * 100, { locale, decimals: 0 }) })}
      </span>
      <span className={styles.keys}>{t(`plan.keys.${keys}`)}</span>
    </div>
  );
}

import { formatNumber } from '@atrium/domain/core/format';
import { useText } from '../../i18n/index.ts';
import styles from './panels.module.css';
import { type Drawing, isDrawingTool } from './use-drawing.ts';
import type { PlanEditing } from './use-plan.ts';

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

import { getBoundingBox } from '@atrium/domain/map-views';
import { OpenMark } from '../../../alerts/on-site/index.ts';
import type { ShownElement } from './map-numbers.ts';
import styles from './map-view.module.css';

interface OpenMarksProps {
  readonly elements: readonly ShownElement[];
  readonly size: { readonly width: number; readonly height: number };
}

/** A bell at the corner of each element with open alerts. */
export function OpenMarks({ elements, size }: OpenMarksProps) {
  return elements.map(({ element }, place) => {
    const { zoneId, passageId } = element;
    if (zoneId === undefined && passageId === undefined) return null;
    const box = getBoundingBox(element);
    const at = { left: `${((box.x + box.width) / size.width) * 100}%`, top: `${(box.y / size.height) * 100}%` };
    const isHere = (entry: { readonly zoneId: number | null; readonly place: string | null }) =>
      zoneId === undefined ? entry.place === `passage ${passageId}` : entry.zoneId === zoneId;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: elements are known by their place
      <span key={place} className={styles.open} style={at}>
        <OpenMark isHere={isHere} />
      </span>
    );
  });
}

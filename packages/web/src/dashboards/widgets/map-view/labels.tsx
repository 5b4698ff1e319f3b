import {
  chooseTextColor,
  findLabelCorner,
  getBoundingBox,
  type MapConfig,
  type MapFilterOption,
  resolveTooltip,
} from '@atrium/domain/map-views';
import { useShownTheme } from '../../../ui/theme.ts';
import type { ShownElement } from './map-numbers.ts';
import styles from './map-view.module.css';
import { getOpacity } from './shape.tsx';

interface LabelsProps {
  readonly config: MapConfig;
  readonly option: MapFilterOption | null;
  readonly elements: readonly ShownElement[];
  readonly size: { readonly width: number; readonly height: number };
}

/** The map's background, by theme. */
const surfaces = { light: '#ffffff', dark: '#0f1216' } as const;
/** Space for a name, as a share of the map. */
const room = { width: 0.2, height: 0.12 };

/** Writes names and first values into the boxes, except where a tooltip covers them. */
export function Labels({ config, option, elements, size }: LabelsProps) {
  const surface = surfaces[useShownTheme()];
  const boxes = elements.map(({ element }) => getBoundingBox(element));
  const label = { width: size.width * room.width, height: size.height * room.height };
  return elements.map((shown, place) => {
    const { element, name, fill, lines } = shown;
    const [first] = lines;
    const box = boxes[place];
    if (!box || !first || element.path || resolveTooltip(config, option, element).mode === 'always') return null;
    const corner = findLabelCorner(box, boxes.slice(place + 1), label);
    if (corner === null) return null;
    const style = {
      left: `${(box.x / size.width) * 100}%`,
      top: `${(box.y / size.height) * 100}%`,
      width: `${(box.width / size.width) * 100}%`,
      height: `${(box.height / size.height) * 100}%`,
      color: element.textColor ?? (fill === null ? undefined : chooseTextColor(fill, getOpacity(shown), surface)),
    };
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: elements are known by their place
      <div key={place} className={styles.label} data-corner={corner} style={style} aria-hidden="true">
        <div>
          <bdi className={styles.labelName}>{name}</bdi>
          <bdi className={styles.labelValue}>
            {first.text}
            {first.unit !== '' && <span className={styles.labelUnit}> {first.unit}</span>}
          </bdi>
        </div>
      </div>
    );
  });
}

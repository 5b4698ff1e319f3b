import { draw, gaussian } from './noise.ts';
import { computeDayFactor, getWeeklyPattern } from './rhythm.ts';
import type { CameraModel, SiteModel } from './site-model.ts';

/** Person-seconds at a position of the camera's plan, 0 to 1 from the top left. */
export interface SeenStay {
  readonly x: number;
  readonly y: number;
  /** Null: not recognized. */
  readonly gender: 'female' | 'male' | null;
  readonly seconds: number;
}

/** Positions reported per interval. */
const staysPerInterval = 12;
/** Positions are rounded to fiftieths of the plan. */
export const positionSteps = 50;

/** Returns what a camera saw in the five minutes since this local time. Deterministic. */
export function simulateStays(
  site: SiteModel,
  siteNumber: number,
  camera: CameraModel,
  { dayNumber, weekday, quarter }: { readonly dayNumber: number; readonly weekday: number; readonly quarter: number },
  keys: readonly number[],
): SeenStay[] {
  const share = getWeeklyPattern(site)[weekday]?.[quarter] ?? 0;
  const seconds =
    (camera.visitorsPerDay * share * computeDayFactor(site, siteNumber, dayNumber) * camera.staySeconds) / 3;
  const found = new Map<string, SeenStay>();
  for (let index = 0; index < staysPerInterval; index += 1) {
    const spot = spotAt(camera, draw(...keys, index, 1));
    const place = (centre: number, salt: number) => snapped(centre + spot.spread * gaussian(...keys, index, salt));
    const [x, y] = [place(spot.x, 2), place(spot.y, 3)];
    const gender = genderAt(camera, draw(...keys, index, 4));
    const own = Math.round((seconds / staysPerInterval) * (0.4 + 1.2 * draw(...keys, index, 5)));
    if (own === 0) continue;
    // Merges stays at the same position, since a device reports each position once.
    const key = `${x} ${y} ${gender}`;
    found.set(key, { x, y, gender, seconds: own + (found.get(key)?.seconds ?? 0) });
  }
  return [...found.values()];
}

function spotAt({ spots }: CameraModel, chance: number) {
  let rest = chance * spots.reduce((sum, { share }) => sum + share, 0);
  for (const spot of spots) {
    rest -= spot.share;
    if (rest <= 0) return spot;
  }
  return spots.at(-1) as CameraModel['spots'][number];
}

function genderAt({ femaleShare }: CameraModel, chance: number): SeenStay['gender'] {
  if (chance < 0.08) return null;
  return (chance - 0.08) / 0.92 < femaleShare ? 'female' : 'male';
}

const snapped = (place: number) => Math.round(Math.min(0.98, Math.max(0.02, place)) * positionSteps) / positionSteps;

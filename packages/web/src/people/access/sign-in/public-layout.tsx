import { type ReactNode, useEffect, useState } from 'react';
import { type Language, languages, type MessageId, pickLanguage, useLanguages, useText } from '../../../i18n/index.ts';
import { Select } from '../../../ui/form/select.tsx';
import { Logo, type Status, StatusMark } from '../../../ui/icons/index.ts';
import { CookieSettings } from '../../consent/consent-gate.tsx';
import ridgelineStyles from './ridgeline.module.css';
import styles from './sign-in.module.css';

/** Range of the drawing, and distance between two points, in minutes of the local day. */
const dayBegin = 5 * 60;
const dayEnd = 23 * 60;
const step = 6;

/** Current minute of the frontmost shop's unfinished day. */
const currentMinute = 14 * 60 + 48;

interface DayCurve {
  /** People inside at `dayBegin`, `dayBegin + 6 min`, …, as a share of the maximum over all shops. */
  readonly levels: readonly number[];
}

/**
 * Generates invented shop days that look real: a slow start, lunch, an afternoon dip, the evening rush. Deterministic.
 */
function buildDayCurves(count: number): readonly DayCurve[] {
  return Array.from({ length: count }, (_, shop) => ({ levels: drawDay(randomFrom(shop * 7919 + 17)) }));
}

function toMinute(index: number): number {
  return dayBegin + index * step;
}

function drawDay(random: () => number): number[] {
  const spread = (middle: number, width: number) => middle + (random() * 2 - 1) * width;
  const opens = spread(8.6, 0.7) * 60;
  const sooner = random() < 0.2 ? 85 : 0;
  const lunch = { at: spread(12.9, 0.45) * 60 - sooner / 2, width: spread(98, 16), height: spread(0.66, 0.2) };
  const evening = { at: spread(18, 0.45) * 60 - sooner, width: spread(88, 14), height: spread(0.82, 0.22) };
  const morning = spread(0.26, 0.07);
  const levels: number[] = [];
  let restless = 0;
  for (let minute = dayBegin; minute <= dayEnd; minute += step) {
    const open = rise(minute - opens - 20, 11) * (1 - rise(minute - 20.2 * 60, 26));
    const early = morning * rise(minute - opens - 55, 24) * (1 - rise(minute - 16 * 60, 50));
    const people = open * (early + bell(minute, lunch) + bell(minute, evening));
    // People come in groups: the noise drifts instead of jumping, and grows with the crowd.
    restless = restless * 0.7 + (random() - 0.5) * 0.068;
    levels.push(Math.max(0, people * (1 + restless)));
  }
  return levels;
}

function bell(minute: number, { at, width, height }: { at: number; width: number; height: number }): number {
  return height * Math.exp(-(((minute - at) / width) ** 2));
}

function rise(minutes: number, softness: number): number {
  return 1 / (1 + Math.exp(-minutes / softness));
}

/** Returns a deterministic generator of numbers in [0, 1) (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns the level at a minute of the day, interpolated linearly. */
function interpolateLevel({ levels }: DayCurve, minute: number): number {
  const place = (minute - dayBegin) / step;
  const before = levels[Math.floor(place)] ?? 0;
  const after = levels[Math.ceil(place)] ?? before;
  return before + (after - before) * (place - Math.floor(place));
}

const shops = 24;
/** Drawing size and distance between lines, px. */
const width = 640;
const between = 28;
const tallest = 84;
const top = 92;
const height = top + between * (shops - 1) + 44;
const ticks = [6, 9, 12, 15, 18, 21];

const x = (minute: number) => ((minute - dayBegin) / (dayEnd - dayBegin)) * width;
const baseline = (shop: number) => top + between * shop;

/** One line per shop, one in front of the other; the frontmost shows today. Decorative: the caption describes it. */
function Ridgeline() {
  const { t } = useText();
  const curves = buildDayCurves(shops);
  const today = curves[shops - 1] ?? { levels: [] };
  return (
    <figure className={ridgelineStyles.art}>
      <figcaption className={ridgelineStyles.caption}>{t('access.art.caption')}</figcaption>
      <svg
        className={ridgelineStyles.drawing}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="xMinYMin"
        aria-hidden="true"
        direction="ltr"
      >
        {curves.slice(0, -1).map((curve, shop) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the shops never change
          <path key={shop} className={ridgelineStyles.day} d={lineOf(curve, shop, dayEnd)} />
        ))}
        <Today curve={today} label={t('access.art.soFar')} />
        {ticks.map((hour) => (
          <text key={hour} className={ridgelineStyles.tick} x={x(hour * 60)} y={height - 6}>
            {`${String(hour).padStart(2, '0')}:00`}
          </text>
        ))}
      </svg>
    </figure>
  );
}

function Today({ curve, label }: { curve: DayCurve; label: string }) {
  const shop = shops - 1;
  const y = baseline(shop) - interpolateLevel(curve, currentMinute) * tallest;
  return (
    <>
      <path className={ridgelineStyles.today} d={lineOf(curve, shop, currentMinute)} />
      <circle className={ridgelineStyles.now} cx={x(currentMinute)} cy={y} r="3.5" />
      <text className={ridgelineStyles.label} x={x(currentMinute) + 12} y={y + 4}>
        {label}
      </text>
    </>
  );
}

function lineOf(curve: DayCurve, shop: number, until: number): string {
  const points = curve.levels.flatMap((level, index) => {
    const minute = toMinute(index);
    return minute > until ? [] : [`${x(minute).toFixed(1)} ${(baseline(shop) - level * tallest).toFixed(1)}`];
  });
  if (until < dayEnd)
    points.push(`${x(until).toFixed(1)} ${(baseline(shop) - interpolateLevel(curve, until) * tallest).toFixed(1)}`);
  return `M${points.join('L')}`;
}

type Service = 'running' | 'degraded' | 'unreachable';

const looks: Record<Service, { status: Status; text: MessageId }> = {
  running: { status: 'ok', text: 'access.status.running' },
  degraded: { status: 'warning', text: 'access.status.degraded' },
  unreachable: { status: 'critical', text: 'access.status.unreachable' },
};

/** Polling interval of the server's readiness, ms. */
const every = 30_000;

function ServiceStatus() {
  const { t } = useText();
  const service = useService();
  return (
    <p className={styles.status} role="status">
      {service !== null && (
        <>
          <StatusMark status={looks[service].status} live={service === 'running'} />
          {t(looks[service].text)}
        </>
      )}
    </p>
  );
}

function useService(): Service | null {
  const [service, setService] = useState<Service | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const look = () => lookAtService(stop.signal).then((seen) => stop.signal.aborted || setService(seen));
    look();
    const timer = setInterval(look, every);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, []);
  return service;
}

async function lookAtService(signal: AbortSignal): Promise<Service> {
  try {
    return (await fetch('/readyz', { signal })).ok ? 'running' : 'degraded';
  } catch {
    return 'unreachable';
  }
}

/** Layout of pages before sign-in: brand, language, server status and picture. */
export function PublicLayout({ children }: { children: ReactNode }) {
  const { t } = useText();
  return (
    <div className={styles.page}>
      <div className={styles.side}>
        <header className={styles.brand}>
          <Logo size={28} />
          {t('app.name')}
        </header>
        <main className={styles.main}>{children}</main>
        <footer className={styles.foot}>
          <LanguageChoice />
          <CookieSettings />
          <ServiceStatus />
        </footer>
      </div>
      <aside className={styles.art}>
        <Ridgeline />
      </aside>
    </div>
  );
}

function LanguageChoice() {
  const { t, language } = useText();
  const allowed = useLanguages();
  return (
    <Select
      look="plain"
      className={styles.language}
      aria-label={t('app.language')}
      value={language}
      onChange={(event) => pickLanguage(event.currentTarget.value as Language)}
    >
      {allowed.map((code) => (
        <option key={code} value={code} lang={code}>
          {languages[code].name}
        </option>
      ))}
    </Select>
  );
}

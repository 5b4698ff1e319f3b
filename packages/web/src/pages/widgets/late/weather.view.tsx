import { useQuery } from '@apollo/client/react';
import { getWeekday } from '@atrium/domain/core';
import { formatNumber, formatWeekday } from '@atrium/domain/core/format';
import { useEffect } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Quiet, Skeleton } from '../chrome/widget-states.tsx';
import type { WidgetViewProps } from '../pictures/view.ts';
import { type Sky, WidgetWeatherDocument, type WidgetWeatherQuery } from './operations.generated.ts';
import styles from './weather.module.css';

const cloud = 'M10 23h13a5 5 0 0 0 .6-10 7 7 0 0 0-13.3-1.2A5.7 5.7 0 0 0 10 23Z';
const sun =
  'M16 11a5 5 0 1 0 0 10 5 5 0 0 0 0-10ZM16 5v2M16 25v2M5 16h2M25 16h2M8.2 8.2l1.5 1.5M22.3 22.3l1.5 1.5M8.2 23.8l1.5-1.5M22.3 9.7l1.5-1.5';
const smallSun = 'M11 6.5V5M5.5 12H4M7 8 6 7M15 8l1-1M8 15.4A4.2 4.2 0 1 1 14.6 10';

/** Paths for each kind of weather: sun, cloud and precipitation. */
const pictures: Record<Sky, { readonly sun?: string; readonly cloud?: string; readonly falls?: string }> = {
  CLEAR: { sun },
  PARTLY_CLOUDY: { sun: smallSun, cloud },
  CLOUDY: { cloud },
  FOG: { cloud: 'M10 19h13a5 5 0 0 0 .6-8 7 7 0 0 0-13.3-1.2A5.2 5.2 0 0 0 10 19Z', falls: 'M6 23h18M9 27h14' },
  DRIZZLE: { cloud, falls: 'M13 26v1M18 26v1' },
  RAIN: { cloud, falls: 'm12 25-1.4 4M17 25l-1.4 4M22 25l-1.4 4' },
  SNOW: { cloud, falls: 'M12 27h.1M17 26h.1M22 27h.1M14.5 30h.1M19.5 30h.1' },
  THUNDER: { cloud, falls: 'm17 19-3 5h4l-3 5' },
};

/** Decorative, next to a text of the same meaning. */
function SkyPicture({ sky, size }: { readonly sky: Sky; readonly size: number }) {
  const { sun: light, cloud: grey, falls } = pictures[sky];
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} className={styles.sky} aria-hidden="true">
      {light && <path d={light} className={styles.sun} />}
      {grey && <path d={grey} className={styles.cloud} />}
      {falls && <path d={falls} className={styles.falls} data-sky={sky} />}
    </svg>
  );
}

type Weather = NonNullable<WidgetWeatherQuery['weather']>;

/** Interval in ms at which the server updates its forecast. */
const every = 30 * 60_000;

/** Shows the weather of today and five days at the site. A missing forecast is no error, so the message is neutral. */
export function View({ site, setLine, setTable }: WidgetViewProps) {
  const { t, locale } = useText();
  const { installationId, name } = site.topology;
  const { data, error } = useQuery(WidgetWeatherDocument, {
    variables: { installationId },
    pollInterval: every,
    fetchPolicy: 'cache-and-network',
  });
  const weather = data?.weather;
  const place = site.city ?? name;
  const note = weather?.isSample ? t('weather.sample') : null;
  useEffect(() => {
    setLine(
      note === null ? (
        <bdi>{place}</bdi>
      ) : (
        <span>
          <bdi>{place}</bdi> · {note}
        </span>
      ),
    );
    return () => setLine(null);
  }, [setLine, place, note]);
  useEffect(() => {
    setTable(weather ? (form) => tableOf(weather, form === 'plain') : null);
    return () => setTable(null);
    function tableOf({ days }: Weather, isPlain: boolean) {
      return {
        columns: [t('weather.day'), t('weather.sky'), t('weather.high'), t('weather.low'), t('weather.rain')],
        rows: days.map(({ date, sky, high, low, rainChance }) => [
          date,
          t(skyWord(sky)),
          isPlain ? String(high) : degrees(high, locale),
          isPlain ? String(low) : degrees(low, locale),
          rainChance === null ? '' : isPlain ? String(rainChance) : `${rainChance} %`,
        ]),
      };
    }
  }, [setTable, weather, t, locale]);
  if (weather) return <Days weather={weather} />;
  if (data === undefined && !error) return <Skeleton type="weather" count={1} />;
  return <Quiet icon="air" title={t('weather.none')} detail={t('weather.none.detail')} />;
}

function Days({ weather: { now, days } }: { readonly weather: Weather }) {
  const { t, locale } = useText();
  return (
    <div className={styles.weather}>
      <div className={styles.parts}>
        {now && (
          <p className={styles.now}>
            <SkyPicture sky={now.sky} size={44} />
            <bdi dir="ltr" className={styles.degrees}>
              {degrees(now.temperature, locale)}
            </bdi>
            <span className={styles.word}>{t(skyWord(now.sky))}</span>
          </p>
        )}
        <ol className={styles.days}>
          {days.map(({ date, sky, high, low, rainChance }, place) => (
            <li key={date} className={styles.day}>
              <span className={styles.name}>
                {place === 0 ? t('weather.today') : formatWeekday(getWeekday(date), locale, 'short')}
              </span>
              <SkyPicture sky={sky} size={26} />
              <span className="visually-hidden">{t(skyWord(sky))}</span>
              <bdi dir="ltr" className={styles.high}>
                {degrees(high, locale)}
              </bdi>
              <bdi dir="ltr" className={styles.low}>
                {degrees(low, locale)}
              </bdi>
              <bdi dir="ltr" className={styles.rain}>
                {rainChance === null || rainChance < 20
                  ? '\u00a0'
                  : `${formatNumber(rainChance, { locale, decimals: 0 })} %`}
              </bdi>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

const degrees = (value: number, locale: string) => `${formatNumber(Math.round(value) + 0, { locale, decimals: 0 })}°`;

const words = {
  CLEAR: 'weather.clear',
  PARTLY_CLOUDY: 'weather.partlyCloudy',
  CLOUDY: 'weather.cloudy',
  FOG: 'weather.fog',
  DRIZZLE: 'weather.drizzle',
  RAIN: 'weather.rainy',
  SNOW: 'weather.snow',
  THUNDER: 'weather.thunder',
} as const satisfies Record<Sky, string>;
const skyWord = (sky: Sky) => words[sky];

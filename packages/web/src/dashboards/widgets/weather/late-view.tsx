import { useQuery } from '@apollo/client/react';
import { getWeekday } from '@atrium/domain/core';
import { formatNumber, formatWeekday } from '@atrium/domain/core/format';
import { useEffect } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Quiet } from '../chrome/quiet.tsx';
import { Skeleton } from '../chrome/skeleton.tsx';
import type { WidgetViewProps } from '../pictures/view.ts';
import { type Sky, WidgetWeatherDocument, type WidgetWeatherQuery } from './operations.generated.ts';
import { SkyPicture } from './sky-picture.tsx';
import styles from './weather.module.css';

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

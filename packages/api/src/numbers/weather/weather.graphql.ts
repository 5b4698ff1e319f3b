import { type ForecastDay, skies } from '@atrium/domain/numbers/weather';
import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import type { SchemaBuilders } from '../../platform/module.ts';
import { createWeather, type Weather, type WeatherDependencies, type WeatherReads } from './weather.ts';
import type { WeatherSource } from './weather-source.ts';

/** The weather at sites, by the given source; none without one. */
export function createWeatherModule({
  weatherSource: source,
  ...deps
}: Omit<WeatherDependencies, 'source'> & { readonly weatherSource: WeatherSource | null }) {
  const reads = createWeather({ ...deps, source });
  return { graphql: ({ main }: SchemaBuilders) => registerWeather(main, reads) };
}

/** Registers `weather`: today and five days at a site's position. */
function registerWeather(builder: Builder, { weatherAt }: WeatherReads): void {
  const sky = builder.enumType('Sky', {
    values: Object.fromEntries(skies.map((one) => [screaming(one), { value: one }])) as Record<
      string,
      { value: (typeof skies)[number] }
    >,
  });
  const now = builder.objectRef<NonNullable<Weather['now']>>('WeatherNow').implement({
    fields: (t) => ({ sky: t.expose('sky', { type: sky }), temperature: t.exposeFloat('temperature') }),
  });
  const day = builder.objectRef<ForecastDay>('WeatherDay').implement({
    fields: (t) => ({
      date: t.exposeString('date', { description: "By the site's clock." }),
      sky: t.expose('sky', { type: sky }),
      low: t.exposeFloat('low', { description: '°C' }),
      high: t.exposeFloat('high', { description: '°C' }),
      rainChance: t.exposeFloat('rainChance', { nullable: true, description: 'Percent.' }),
    }),
  });
  const weather = builder.objectRef<Weather>('Weather').implement({
    fields: (t) => ({
      fetchedAt: t.expose('fetchedAt', { type: 'Timestamp' }),
      isSample: t.exposeBoolean('isSample', { description: 'Invented for the demo.' }),
      now: t.field({ type: now, nullable: true, resolve: (one) => one.now }),
      days: t.field({ type: [day], length: { most: 16 }, resolve: ({ days }) => [...days] }),
    }),
  });
  builder.queryField('weather', (t) =>
    t.withAuth({ area: 'numbers' }).field({
      type: weather,
      nullable: true,
      description: 'null: the site has no place on earth, or nobody tells.',
      args: { installationId: t.arg.int({ required: true }) },
      resolve: async (_root, { installationId }, { scope }) => orThrow(await weatherAt(scope, installationId)),
    }),
  );
}

const screaming = (word: string) => word.replace(/[A-Z]/g, '_$&').toUpperCase();

export { createSampleSource } from './sample-source.ts';
export { registerWeather } from './weather.graphql.ts';
export { createWeather, type WeatherReads } from './weather.ts';
export { createOpenMeteoSource, type WeatherSource } from './weather-source.ts';

export { sampleSource } from './sample-source.ts';
export { registerWeather } from './weather.graphql.ts';
export { createWeather, type WeatherReads } from './weather.ts';
export { openMeteoSource, type WeatherSource } from './weather-source.ts';

export { createSampleSource } from './sample-source.ts';
export { createWeatherModule } from './weather.graphql.ts';
export { createOpenMeteoSource, type WeatherSource } from './weather-source.ts';

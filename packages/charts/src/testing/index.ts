export { type ExampleWords, english, flowExample, heatExample, plotExample, weekExample } from './examples.ts';

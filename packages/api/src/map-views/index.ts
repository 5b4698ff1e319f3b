export { registerMapViews } from './map-views.graphql.ts';
export { mapViewsStore } from './map-views.store.ts';
export { type MapViewDependencies, planKey, plansFolder } from './read-map-view.ts';

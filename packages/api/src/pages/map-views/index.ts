export { createMapViewsModule } from './map-views.graphql.ts';
export { mapViewsStore } from './map-views.store.ts';
export {
  getPictureKey,
  getPlanKey,
  getPlansFolder,
  isPictureName,
  parsePictureKey,
  rewritePictures,
} from './pictures.ts';

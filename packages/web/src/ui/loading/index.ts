export { type LazyComponent, lazyComponent } from './lazy-component.tsx';
export { Loading } from './loading.tsx';

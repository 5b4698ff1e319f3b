export { type LatePart, latePart } from './late-part.tsx';
export { Loading } from './loading.tsx';

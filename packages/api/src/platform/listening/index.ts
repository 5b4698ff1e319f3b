export { addListeners, sharedPortOptions } from './add-listeners.ts';
export { limitConnections, type OpenConnections } from './limit-connections.ts';
export { askPortHolder, lockPort } from './port-lock.ts';

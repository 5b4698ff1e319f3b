export { createFileAddresses, type FileAddresses } from './file-addresses.ts';
export { createFileStore, type FileStore } from './file-store.ts';
export { type FileProducer, registerFileRoutes } from './files.routes.ts';

export type { ReadinessCheck } from './health-routes.ts';
export { createMetrics } from './http-metrics.ts';
export { createHttpServer, type HttpServer, type HttpServerOptions } from './http-server.ts';
export { acquirePort } from './port/acquire-port.ts';
export { addPublicSettings, getSinkOrigins } from './public-settings.ts';

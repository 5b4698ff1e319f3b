export type { ReadinessCheck } from './health-routes.ts';
export { createMetrics } from './http-metrics.ts';
export { createHttpServer, type HttpServer, type HttpServerOptions } from './http-server.ts';
export { addPublicSettings, sinkOrigins } from './public-settings.ts';
export { takePort } from './take-port.ts';

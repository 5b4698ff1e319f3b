/** The part of the library that journeys use; it brings no types of its own. */
declare module 'oidc-provider' {
  import type { Server } from 'node:http';

  // biome-ignore lint/style/noDefaultExport: as the library exports it
  export default class Provider {
    constructor(issuer: string, configuration: object);
    listen(port: number, host: string): Server;
  }
}

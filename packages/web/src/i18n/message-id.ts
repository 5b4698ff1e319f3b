import type access from './messages/en/access.json';
import type app from './messages/en/app.json';
import type charts from './messages/en/charts.json';
import type counting from './messages/en/counting.json';
import type filters from './messages/en/filters.json';
import type metric from './messages/en/metric.json';
import type shell from './messages/en/shell.json';
import type sites from './messages/en/sites.json';

/** Every message there is. A module that gets its own catalogue file is added here. */
type Catalogue = typeof access &
  typeof app &
  typeof charts &
  typeof counting &
  typeof filters &
  typeof metric &
  typeof shell &
  typeof sites;

export type MessageId = keyof Catalogue;

declare module '@lingui/core' {
  interface Register {
    messageIds: MessageId;
  }
}

declare module 'virtual:catalogue-version' {
  /** Differs when any text of any language does. */
  export const version: string;
}

declare module 'virtual:catalogue/*' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}

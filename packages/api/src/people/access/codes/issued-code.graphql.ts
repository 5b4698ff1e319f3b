import type { Builder } from '../../../platform/graphql/builder.ts';
import type { IssuedCode } from './issue-code.ts';

/** Registers the result of sending a code. It never contains the code. */
export function registerIssuedCode(builder: Builder) {
  return builder.objectRef<IssuedCode>('IssuedCode').implement({
    fields: (t) => ({
      expiresAt: t.expose('expiresAt', { type: 'Timestamp' }),
      resendAt: t.expose('resendAt', { type: 'Timestamp', description: 'From when on another may be asked for.' }),
    }),
  });
}

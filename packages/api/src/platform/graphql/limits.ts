import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor';
import { NoSchemaIntrospectionCustomRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** Bytes of one request's body, and of one socket message. The largest document of the product's own is under 20 KB. */
export const maxRequestBytes = 512 * 1024;

/** The same of callers who are not signed in: they ask for one thing, and hand in a password or a token. */
export const maxBytesOfAnybody = 64 * 1024;

/** Live charts of one page share one socket; the largest page holds a few dozen. */
export const maxSubscriptionsPerSocket = 100;

/** A display asks for one; nothing else is for anybody. */
export const maxSubscriptionsOfAnybody = 5;

/**
 * What one document may hold. A page sends one document with an alias per chart (30 at most, each with a dozen fields), a
 * site's tree goes six levels down; each limit leaves that room twice over. The introspection query is deep by nature and
 * governed by its own switch.
 */
const armor = {
  maxDepth: { n: 12, ignoreIntrospection: true, exposeLimits: true },
  maxAliases: { n: 60, exposeLimits: true },
  maxDirectives: { n: 50, exposeLimits: true },
  // What these count, `cost/` counts with lists and by caller.
  maxTokens: { enabled: false },
  costLimit: { enabled: false },
};

/** The limits as plugins, the same for requests and sockets. */
export function limitPlugins(options: { readonly introspection: boolean }): Plugin[] {
  const limits = EnvelopArmorPlugin({ ...armor, blockFieldSuggestion: { enabled: !options.introspection } }) as Plugin;
  if (options.introspection) return [limits];
  const closed: Plugin = {
    onValidate: ({ addValidationRule }) => addValidationRule(NoSchemaIntrospectionCustomRule),
  };
  return [limits, closed];
}

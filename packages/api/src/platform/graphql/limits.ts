import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor';
import { NoSchemaIntrospectionCustomRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** Maximum bytes of a request body and of a socket message. The product's largest document is under 20 KB. */
export const maxRequestBytes = 512 * 1024;

/** The same for anonymous callers, whose requests are small and contain a password or a token. */
export const maxAnonymousBytes = 64 * 1024;

/** All live charts of a page share one socket; the largest page has a few dozen. */
export const maxSubscriptionsPerSocket = 100;

/** A Stop&Go display uses one; anonymous callers need no others. */
export const maxAnonymousSubscriptions = 5;

/**
 * Limits on one document. A page sends one document with an alias per chart (30 at most, each with a dozen fields). A
 * site's tree goes six levels deep. Each limit is about twice that. The introspection query is deep by nature and has
 * its own switch.
 */
const armor = {
  maxDepth: { n: 12, ignoreIntrospection: true, exposeLimits: true },
  maxAliases: { n: 60, exposeLimits: true },
  maxDirectives: { n: 50, exposeLimits: true },
  // `cost/` counts these, including list lengths and per caller.
  maxTokens: { enabled: false },
  costLimit: { enabled: false },
};

/** Returns the limits as plugins, for requests and sockets alike. */
export function createLimitPlugins(options: { readonly introspection: boolean }): Plugin[] {
  const limits = EnvelopArmorPlugin({ ...armor, blockFieldSuggestion: { enabled: !options.introspection } }) as Plugin;
  if (options.introspection) return [limits];
  const closed: Plugin = {
    onValidate: ({ addValidationRule }) => addValidationRule(NoSchemaIntrospectionCustomRule),
  };
  return [limits, closed];
}

/** Why the product does not start, in words for whoever started it: shown without a stack, with exit status 1. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

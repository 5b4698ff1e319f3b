/** Reason why the product does not start, written for operators: shown without a stack trace, with exit status 1. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

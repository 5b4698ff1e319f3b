import type { Logger } from '../logging/index.ts';

/** What has been opened so far, closed in the opposite order, whatever fails on the way. */
export class ClosingStack {
  readonly #steps: { readonly what: string; readonly close: () => unknown }[] = [];
  readonly #logger: Logger;
  #closing: Promise<void> | null = null;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  add(what: string, close: () => unknown): void {
    this.#steps.push({ what, close });
  }

  /** Never rejects: one part that does not close must not keep the others open. */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    for (const { what, close } of this.#steps.toReversed()) {
      try {
        await close();
      } catch (error) {
        this.#logger.error({ err: error }, `closing ${what} failed`);
      }
    }
  }
}

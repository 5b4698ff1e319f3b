import type { Logger } from '../logging/index.ts';

/** Closes everything that was opened, in reverse order, even when a step fails. */
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

  /** Never rejects, so that a part that fails to close does not keep the others open. */
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

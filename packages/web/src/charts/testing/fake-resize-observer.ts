/** Fake ResizeObserver that reports a fixed width. */
export class FakeResizeObserver {
  readonly #tell: (entries: readonly object[]) => void;
  constructor(tell: (entries: readonly object[]) => void) {
    this.#tell = tell;
  }
  observe() {
    this.#tell([{ contentRect: { width: 800, height: 234 } }]);
  }
  disconnect() {}
}

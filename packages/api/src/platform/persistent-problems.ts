/**
 * Problems that persist until an operator fixes or accepts them, while the product keeps serving. Reported at
 * `/readyz`.
 */
export class PersistentProblems {
  readonly #problems = new Map<string, string>();

  /** Sets a problem; null clears it. */
  report(about: string, problem: string | null): void {
    if (problem === null) this.#problems.delete(about);
    else this.#problems.set(about, problem);
  }

  all(): readonly string[] {
    return [...this.#problems.values()];
  }
}

/** What is wrong and stays so until somebody mends or accepts it, while the product serves: `/readyz` tells it. */
export class StandingProblems {
  readonly #problems = new Map<string, string>();

  /** null: it is mended. */
  report(about: string, problem: string | null): void {
    if (problem === null) this.#problems.delete(about);
    else this.#problems.set(about, problem);
  }

  all(): readonly string[] {
    return [...this.#problems.values()];
  }
}

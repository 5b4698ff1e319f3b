import { redirect } from '@tanstack/react-router';

/** The number an address names something by; null where it can name nothing. */
export const idOf = (text: string | undefined): number | null =>
  /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null;

/** An address that names no number has no page of its own: the list it would be in has. */
export function onlyNumber(id: string, list: '/alerts' | '/reports' | '/stop-n-go'): void {
  if (idOf(id) === null) throw redirect({ to: list, replace: true });
}

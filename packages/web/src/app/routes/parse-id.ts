import { redirect } from '@tanstack/react-router';

/** Parses a positive id of up to nine digits from an address; null if invalid. */
export const parseId = (text: string | undefined): number | null =>
  /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null;

/** Redirects to the list if the id is not a number. */
export function requireId(id: string, list: '/alerts' | '/reports' | '/stop-n-go'): void {
  if (parseId(id) === null) throw redirect({ to: list, replace: true });
}

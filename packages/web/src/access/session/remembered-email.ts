const key = 'atrium.email';

export function rememberedEmail(): string {
  return localStorage.getItem(key) ?? '';
}

export function rememberEmail(email: string | null): void {
  if (email === null) localStorage.removeItem(key);
  else localStorage.setItem(key, email);
}

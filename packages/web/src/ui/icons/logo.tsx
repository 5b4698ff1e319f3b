/** Product logo: four bars on a rounded square. `size` in px: 22 in the header, 28 on the sign-in page. */
export function Logo({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true">
      <rect width="28" height="28" rx="7" fill="var(--inverse)" />
      <g stroke="var(--on-inverse)" strokeWidth="2.2" strokeLinecap="round">
        <path d="M7.7 14.2v6M11.9 9v11.2M16.1 11.2v9M20.3 16.2v4" />
      </g>
    </svg>
  );
}

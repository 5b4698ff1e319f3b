import styles from './funnel.module.css';

/** Dimensions of the stretched drawing: three bars, and the transitions between them. */
const [barWidth, gap, height] = [24, 14, 100];

/** Steps as bars, with a narrowing shape between them. Unknown steps are not drawn. */
export function FunnelShape({ values }: { readonly values: readonly (number | null)[] }) {
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  if (most === 0) return null;
  const top = (value: number) => height * (1 - value / most);
  const x = (index: number) => index * (barWidth + gap);
  return (
    <svg
      className={styles.shape}
      viewBox={`0 0 ${3 * barWidth + 2 * gap} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {values.map((value, index) => {
        const next = values[index + 1];
        if (value === null || next == null) return null;
        const [from, to] = [x(index) + barWidth, x(index + 1)];
        return (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its index
            key={index}
            className={styles.narrowing}
            d={`M${from} ${top(value)}L${to} ${top(next)}V${height}H${from}Z`}
          />
        );
      })}
      {values.map(
        (value, index) =>
          value !== null && (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its index
              key={index}
              className={index === 0 ? styles.passing : styles.bar}
              x={x(index)}
              width={barWidth}
              y={Math.min(top(value), height - 0.6)}
              height={Math.max(0.6, height - top(value))}
            />
          ),
      )}
    </svg>
  );
}

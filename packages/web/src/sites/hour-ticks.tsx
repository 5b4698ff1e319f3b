interface HourTicksProps {
  /** Hours since midnight that the axis shows. */
  readonly hours: { readonly from: number; readonly to: number };
  readonly className: string | undefined;
}

/** Labels of an axis of hours, every three hours. Their places are physical, because time runs from left to right. */
export function HourTicks({ hours, className }: HourTicksProps) {
  const ticks = [];
  for (let hour = Math.ceil((hours.from + 1) / 3) * 3; hour < hours.to; hour += 3) ticks.push(hour);
  return (
    <span className={className} dir="ltr" aria-hidden="true">
      {ticks.map((hour) => (
        <span key={hour} style={{ left: `${((hour - hours.from) / (hours.to - hours.from)) * 100}%` }}>
          {String(hour % 24).padStart(2, '0')}
        </span>
      ))}
    </span>
  );
}

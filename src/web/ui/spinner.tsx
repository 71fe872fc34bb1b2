import { VisuallyHidden } from './visually-hidden.tsx';

interface Props {
  size?: number;
  /** What is being waited for, for readers; without it the spinner is only a picture. */
  label?: string;
}

export function Spinner({ size = 16, label }: Props) {
  const ring = (
    <svg
      className="animate-[turn_900ms_linear_infinite]"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <circle
        cx="12"
        cy="12"
        r="9.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        opacity="0.2"
      />
      <path
        d="M12 2.5a9.5 9.5 0 0 1 9.5 9.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
  if (!label) return ring;
  return (
    <span className="inline-flex text-muted" role="status">
      {ring}
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}

/** A spinner in the middle of the page, shown only after 300 ms, so that quick answers do not flash. */
export function PageSpinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div className="grid min-h-[min(60vh,480px)] animate-[appear_0s_300ms_both] place-items-center">
      <Spinner size={32} label={label} />
    </div>
  );
}

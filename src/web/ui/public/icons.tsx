/** The few pictograms drawn here: a library of thousands would be most of this page's weight. */

interface IconProps {
  size?: number;
}

/** @param size where it is not told */
const outline =
  (path: string, usual = 17, weight = 1.75) =>
  ({ size = usual }: IconProps) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={weight}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );

export const DownloadIcon = outline(
  'M12 4v11m-5-5 5 5 5-5M4 16v2.5A1.5 1.5 0 0 0 5.5 20h13a1.5 1.5 0 0 0 1.5-1.5V16',
);
export const MailIcon = outline(
  'M5 5h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-10a2 2 0 0 1 2-2zM3.5 7.5l7.4 5a2 2 0 0 0 2.2 0l7.4-5',
);
export const PhoneIcon = outline(
  'M5 4h3.2a1 1 0 0 1 .95.68l1.1 3.3a1 1 0 0 1-.35 1.1L8 10.6a12 12 0 0 0 5.4 5.4l1.5-1.9a1 1 0 0 1 1.1-.35l3.3 1.1a1 1 0 0 1 .7.95V19a2 2 0 0 1-2 2A15 15 0 0 1 3 6a2 2 0 0 1 2-2z',
);
export const PaidIcon = outline(
  'M2.5 12a9.5 9.5 0 1 0 19 0a9.5 9.5 0 1 0-19 0zM8 12.2l2.7 2.7L16 9.4',
  20,
  2,
);
export const MissingIcon = outline(
  'M14 3H6.5A1.5 1.5 0 0 0 5 4.5v15A1.5 1.5 0 0 0 6.5 21h11a1.5 1.5 0 0 0 1.5-1.5V8zM9.9 11.2a2.2 2.2 0 1 1 3.2 2c-.7.35-1.1.8-1.1 1.5m0 2.3v.01',
  22,
);
export const LinkIcon = outline(
  'M10 14a4.5 4.5 0 0 0 6.4.5l3-3A4.5 4.5 0 0 0 13 5.1l-1.2 1.2M14 10a4.5 4.5 0 0 0-6.4-.5l-3 3a4.5 4.5 0 0 0 6.4 6.4l1.2-1.2',
  16,
);
export const ReloadIcon = outline('M20 11a8 8 0 1 0-.6 4.2M20 4.5V11h-6.5', 16);
export const LockIcon = outline(
  'M5.5 11h13a2 2 0 0 1 2 2v6.5a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2v-6.5a2 2 0 0 1 2-2zM7.5 11V7.5a4.5 4.5 0 0 1 9 0V11',
  15,
);
export const FlaskIcon = outline(
  'M8.5 2.5h7M10 2.5v6.8L4.4 19.6A1.6 1.6 0 0 0 5.8 22h12.4a1.6 1.6 0 0 0 1.4-2.4L14 9.3V2.5M6.6 15.5h10.8',
  16,
);
export const TickIcon = outline('M4.5 12.5l5 5 10.5-11', 24, 2.4);
export const CrossIcon = outline('M6 6l12 12M18 6 6 18', 22, 2.4);
export const ReturnIcon = outline('M9 14l-5-5 5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H8', 22, 2);
export const ClockIcon = outline(
  'M5 2.5h14M5 21.5h14M7 2.5v4.2c0 1 .5 1.8 1.2 2.4L12 12l3.8-2.9A3 3 0 0 0 17 6.7V2.5M7 21.5v-4.2c0-1 .5-1.8 1.2-2.4L12 12l3.8 2.9a3 3 0 0 1 1.2 2.4v4.2',
  16,
);
export const InfoIcon = outline(
  'M2.5 12a9.5 9.5 0 1 0 19 0a9.5 9.5 0 1 0-19 0zM12 16.5V12m0-4v.01',
  16,
);
export const PrinterIcon = outline(
  'M6.5 9V3.5a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1V9M6.5 18H4.5a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2h15a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-2M7.5 14h9a1 1 0 0 1 1 1v5.5a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-5.5a1 1 0 0 1 1-1z',
);

/** The product's mark, in the ink of its surroundings. */
export function RemitMark({ leg }: { leg: string }) {
  return (
    <svg width="14" height="14" viewBox="0 0 32 32" fill="currentColor" aria-hidden="true">
      <path
        fillRule="evenodd"
        d="M5 4h14.5a7.25 7.25 0 0 1 0 14.5H11.5V28H5zM11.5 9.75v3h7.75a1.5 1.5 0 0 0 0-3z"
      />
      <path d="M14 21h7.2l5.8 7h-8.2z" className={leg} />
    </svg>
  );
}

import { contrastRatio, readableOn } from '../../../shared/profile/brand-color.ts';
import type { PdfTheme } from '../../../shared/profile/pdf-style.ts';

interface Props {
  theme: PdfTheme;
  primary: string;
  accent: string;
}

const FAINT = '#d9d6cf';
const TEXT = '#26282e';
const PAPER = '#ffffff';
const INK = '#15171c';

/** A sheet of 85 × 110 as the theme lays it out, in the owner's colors. Paper stays paper in the dark. */
export function ThemeThumb({ theme, primary, accent }: Props) {
  const Layout = LAYOUTS[theme];
  return (
    <svg viewBox="0 0 85 110" width="100%" aria-hidden="true" focusable="false">
      <Layout primary={primary} accent={accent} />
    </svg>
  );
}

type Colors = Omit<Props, 'theme'>;

/** A color on paper, as the documents write with it. */
const onPaper = (color: string) => readableOn(PAPER, color, 4.5);

/** A solid ground and what is written on it, as the documents do it. */
function solid(color: string): { ground: string; on: string } {
  return contrastRatio(PAPER, color) >= 3.6
    ? { ground: onPaper(color), on: PAPER }
    : { ground: color, on: INK };
}

const LAYOUTS: Record<PdfTheme, (colors: Colors) => React.ReactNode> = {
  classic: Classic,
  modern: Modern,
  elegant: Elegant,
  minimal: Minimal,
  creative: Creative,
};

interface BarProps {
  x: number;
  y: number;
  w: number;
  h?: number;
  fill?: string;
}

function Bar({ x, y, w, h = 2, fill = FAINT }: BarProps) {
  return <rect x={x} y={y} width={w} height={h} rx={Math.min(1, h / 2)} fill={fill} />;
}

const LINES = [0, 7, 14, 21];

/** Rows of a table: a description at the left, an amount at the right. */
function Lines({ x, y, w, fill }: { x: number; y: number; w: number; fill?: string }) {
  return LINES.map((down) => (
    <g key={down}>
      <Bar x={x} y={y + down} w={w * 0.5} {...(fill ? { fill } : {})} />
      <Bar x={x + w - 11} y={y + down} w={11} />
    </g>
  ));
}

function Classic(colors: Colors) {
  const [primary, accent] = [onPaper(colors.primary), onPaper(colors.accent)];
  return (
    <>
      <rect x="39" y="9" width="7" height="7" rx="1" fill={primary} />
      <Bar x={28} y={19} w={29} h={3} fill={primary} />
      <Bar x={24} y={24.5} w={37} h={1.4} />
      <rect x="9" y="30" width="67" height="0.8" fill={primary} />
      <rect x="9" y="31.6" width="67" height="0.4" fill={primary} />
      <Bar x={9} y={37} w={16} h={3} fill={primary} />
      <Bar x={50} y={37} w={26} h={5} fill={accent} />
      <rect x="9" y="49" width="67" height="0.6" fill={TEXT} />
      <Lines x={9} y={54} w={67} />
      <Bar x={48} y={85} w={28} h={1.4} />
      <rect x="48" y="89" width="28" height="0.5" fill={TEXT} />
      <Bar x={58} y={91} w={18} h={3} fill={primary} />
      <rect x="48" y="96" width="28" height="0.5" fill={TEXT} />
      <rect x="48" y="97.4" width="28" height="0.5" fill={TEXT} />
    </>
  );
}

function Modern({ accent, ...colors }: Colors) {
  const primary = onPaper(colors.primary);
  const { ground, on } = solid(accent);
  return (
    <>
      <rect x="9" y="9" width="6" height="6" rx="1" fill={primary} />
      <Bar x={18} y={10.5} w={22} h={3} fill={TEXT} />
      <Bar x={64} y={10.5} w={12} h={3} fill={primary} />
      <rect x="9" y="19" width="67" height="22" rx="3" fill={ground} />
      <Bar x={14} y={25} w={12} h={1.6} fill={on} />
      <Bar x={14} y={29.5} w={30} h={5} fill={on} />
      <rect x="62" y="24" width="10" height="12" rx="1.5" fill="#ffffff" />
      <rect x="9" y="43" width="67" height="5" rx="1.5" fill={accent} opacity="0.16" />
      <Lines x={9} y={56} w={67} />
      <rect x="48" y="90" width="28" height="7" rx="1.5" fill={accent} opacity="0.16" />
      <Bar x={60} y={92} w={14} h={3} fill={onPaper(accent)} />
    </>
  );
}

function Elegant({ primary, accent }: Colors) {
  const night = readableOn(PAPER, primary, 12);
  const gleam = readableOn(night, accent, 5.5);
  return (
    <>
      <rect width="85" height="34" fill={night} />
      <rect x="3.5" y="3.5" width="78" height="27" fill="none" stroke={gleam} strokeWidth="0.5" />
      <Bar x={10} y={9} w={22} h={2.6} fill="#ffffff" />
      <Bar x={60} y={9} w={15} h={2.6} fill={gleam} />
      <Bar x={10} y={19} w={32} h={5.5} fill="#ffffff" />
      <Bar x={10} y={41} w={18} />
      <Bar x={48} y={41} w={20} />
      <Lines x={10} y={54} w={65} />
      <rect x="48" y="88" width="27" height="0.5" fill={readableOn(PAPER, accent, 3)} />
      <Bar x={55} y={91} w={20} h={4} fill={onPaper(primary)} />
    </>
  );
}

function Minimal(colors: Colors) {
  const [primary, accent] = [onPaper(colors.primary), onPaper(colors.accent)];
  return (
    <>
      <rect x="9" y="10" width="5" height="5" rx="1" fill={primary} />
      <Bar x={26} y={11} w={20} h={2.4} fill={TEXT} />
      <Bar x={26} y={24} w={36} h={5} fill={accent} />
      <Bar x={9} y={24} w={10} h={1.6} />
      <Bar x={9} y={38} w={12} h={1.6} fill={TEXT} />
      <Bar x={9} y={42} w={9} h={1.4} />
      <Bar x={26} y={38} w={18} h={1.6} />
      <Bar x={54} y={38} w={18} h={1.6} />
      <Lines x={26} y={52} w={50} />
      <rect x="50" y="86" width="26" height="0.5" fill={TEXT} />
      <Bar x={62} y={89} w={14} h={2.6} fill={primary} />
    </>
  );
}

function Creative(colors: Colors) {
  const { ground, on } = solid(colors.accent);
  const [primary, accent] = [readableOn(PAPER, colors.primary, 3), onPaper(colors.accent)];
  return (
    <>
      <circle cx="69" cy="14" r="24" fill={ground} />
      <Bar x={57} y={10} w={18} h={4.5} fill={on} />
      <Bar x={57} y={17} w={11} h={1.6} fill={on} />
      <rect x="9" y="9" width="6" height="6" rx="1" fill={primary} />
      <Bar x={9} y={25} w={34} h={8} fill={primary} />
      <rect x="9" y="42" width="19" height="0.9" fill={primary} />
      <rect x="33" y="42" width="19" height="0.9" fill={primary} />
      <rect x="57" y="42" width="19" height="0.9" fill={primary} />
      <Bar x={9} y={46} w={14} h={1.6} />
      <Bar x={33} y={46} w={15} h={1.6} />
      <Lines x={14} y={56} w={62} />
      {LINES.map((down) => (
        <Bar key={down} x={9} y={56 + down} w={3} fill={accent} />
      ))}
      <rect x="9" y="88" width="11" height="14" rx="2" fill={ground} />
      <rect x="50" y="88" width="26" height="0.9" fill={primary} />
      <Bar x={58} y={91.5} w={18} h={3.4} fill={primary} />
    </>
  );
}

import { QR_SIZE, QR_STROKES } from '../../lib/sample-qr.ts';

/** The QR code of the pictured invoice's pay link; drawn once, then referred to. */
export function PayCode({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox={`0 0 ${QR_SIZE} ${QR_SIZE}`} shapeRendering="crispEdges">
      <use href="#pay-code" />
    </svg>
  );
}

/** The strokes that each PayCode of the page shows. */
export function PayCodeStrokes() {
  return (
    <svg width="0" height="0" className="absolute" aria-hidden="true" focusable="false">
      <path id="pay-code" stroke="currentColor" d={QR_STROKES} />
    </svg>
  );
}

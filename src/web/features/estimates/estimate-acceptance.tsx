import { certifyAcceptance } from '../../../shared/estimates/certificate.ts';
import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import { SIGNATURE_BOX, signaturePath } from '../../../shared/estimates/signature-ink.ts';
import { RailFact, RailFacts, RailLink } from '../../documents/detail/document-rail.tsx';

/** How its customer accepted an estimate online, as the certificate on its PDF says it. */
export function EstimateAcceptance({
  estimate: { acceptance, estimateNumber },
}: {
  estimate: EstimateDetail;
}) {
  if (!acceptance) return null;
  const { name, strokes } = acceptance;
  const { width, height } = SIGNATURE_BOX;
  return (
    <RailLink title="Acceptance">
      {strokes && (
        <svg
          viewBox={`0 0 ${width} ${height}`}
          className="mb-2.5 block w-44 text-ink"
          role="img"
          aria-label={`Signature of ${name}`}
        >
          <path
            d={signaturePath(strokes)}
            fill="none"
            stroke="currentColor"
            strokeWidth="9"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      )}
      <RailFacts>
        {certifyAcceptance(acceptance, estimateNumber).rows.map(([term, value]) => (
          <RailFact key={term} term={term}>
            {value}
          </RailFact>
        ))}
      </RailFacts>
    </RailLink>
  );
}

import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { dateInZone } from '../../../../shared/dates/calendar-date.ts';
import type { KindName } from '../../../../shared/documents/document-content.ts';
import { labelledTexts } from '../../../../shared/documents/document-content.ts';
import { writingSystem } from '../../../../shared/documents/document-sheet.ts';
import { paperForCountry } from '../../../../shared/documents/postal-address.ts';
import type { RevisionBody } from '../../../../shared/documents/revision-body.ts';
import { revisionBodySchema } from '../../../../shared/documents/revision-body.ts';
import type { SellerRow } from '../../profile/index.ts';
import { sellerColumns } from '../../profile/index.ts';
import type { DocumentRow, SingleFigures } from '../read-documents.ts';
import {
  documentColumns,
  fromDocuments,
  lineItemsColumn,
  presentDocument,
} from '../read-documents.ts';

/** What a document says as it is stored now. */
export type ContentRow = DocumentRow<KindName> &
  SingleFigures & {
    status: string;
    lineItems: RevisionBody['content']['lineItems'];
  };

/** The same with whom it is from and for. */
export type PresentRow = ContentRow & SellerRow & { buyer: RevisionBody['customer'] };

interface Selection {
  columns?: SQL;
  /** A page of the kind's table, where it is not the whole. */
  documents?: SQL;
}

export const selectContent = (
  of: KindName,
  businessId: string,
  { columns, documents }: Selection = {},
): SQL => sql`
  select ${documentColumns(of, businessId, { isSingle: true })}, d.status, ${lineItemsColumn(of, businessId)}
    ${columns ? sql`, ${columns}` : sql``}
  ${fromDocuments(of, businessId, documents)}`;

export const selectPresent = (
  of: KindName,
  businessId: string,
  { columns, documents }: Selection = {},
): SQL =>
  selectContent(of, businessId, {
    columns: sql`
      ${sellerColumns(businessId)},
      json_build_object(
        'name', c.name, 'company', c.company, 'email', c.email, 'phone', c.phone,
        'address', c.address, 'city', c.city, 'state', c.state, 'zipCode', c.zip_code,
        'country', c.country, 'vatId', c.vat_id) as buyer
      ${columns ? sql`, ${columns}` : sql``}`,
    ...(documents ? { documents } : {}),
  });

const NOBODY = {
  businessName: '',
  contactName: null,
  email: null,
  phone: null,
  address: null,
  city: null,
  state: null,
  zipCode: null,
  country: null,
  website: null,
  taxNumber: null,
  vatId: null,
  theme: 'classic',
  primary: '#333333',
  accent: '#0079F2',
  timeZone: 'UTC',
  logoUrl: null,
};

/** What a document would be issued as now, as the first of its versions. */
export function composeBody(of: KindName, row: PresentRow, now: Date): RevisionBody {
  const seller = row.seller ?? NOBODY;
  // Its own customer's number, also while that one is merged with another: they may be two again.
  const content = { ...presentDocument(row), customerId: Number(row.customerId) };
  const texts = { remarks: labelledTexts(of, 'remark', content), lineItems: content.lineItems };
  const { theme, primary, accent, timeZone } = seller;
  return revisionBodySchema.parse({
    kind: of,
    revision: {
      number: 1,
      issuedAt: now.toISOString(),
      date: dateInZone(now, timeZone),
      replaces: null,
    },
    publicId: row.publicId,
    content,
    seller,
    customer: row.buyer,
    look: { theme, primary, accent },
    logo: row.logo,
    language: writingSystem({ sheet: texts, customer: row.buyer, business: seller }),
    paper: paperForCountry(seller.country),
  });
}

import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { RevisionBody } from '../../../shared/documents/revision-body.ts';
import { heldFile } from '../../platform/uploads/upload.store.ts';

/** The business as it stands on its documents now, and how they look. */
export interface SellerRow {
  seller:
    | (RevisionBody['seller'] & RevisionBody['look'] & { timeZone: string; logoUrl: string | null })
    | null;
  /** The logo's file, held against removal until the transaction ends. */
  logo: RevisionBody['logo'];
}

/** Two columns, for a select of documents. */
export const sellerColumns = (businessId: string): SQL => sql`
  (select json_build_object(
     'businessName', s.business_name, 'contactName', s.contact_name, 'email', s.email,
     'phone', s.phone, 'address', s.address, 'city', s.city, 'state', s.state,
     'zipCode', s.zip_code, 'country', s.country, 'website', s.website,
     'taxNumber', s.tax_number, 'vatId', s.vat_id, 'theme', s.pdf_theme, 'primary', s.pdf_primary_color,
     'accent', s.pdf_accent_color, 'timeZone', s.time_zone, 'logoUrl', s.logo_url)
   from business_profiles s where s.business_id = ${businessId}) as seller,
  ${heldFile(businessId, sql`(select s.logo_url from business_profiles s where s.business_id = ${businessId})`)} as logo`;

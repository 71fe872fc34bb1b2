/** What the public pages of an invoice and of an estimate show alike. */
import type {
  PublicBusiness,
  PublicLine,
} from '../../../shared/documents/public-document.contract.ts';
import { brandColors } from '../../../shared/profile/brand-color.ts';
import type { ProfileRow } from '../profile/index.ts';

export function presentPublicLine(line: PublicLine): PublicLine {
  return {
    description: line.description,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    total: line.total,
  };
}

export function presentPublicBusiness(profile: ProfileRow): PublicBusiness {
  return {
    businessName: profile.businessName,
    contactName: profile.contactName,
    email: profile.email,
    phone: profile.phone,
    address: profile.address,
    city: profile.city,
    state: profile.state,
    zipCode: profile.zipCode,
    country: profile.country,
    logoUrl: profile.logoUrl,
    brand: brandColors(profile.pdfPrimaryColor),
  };
}

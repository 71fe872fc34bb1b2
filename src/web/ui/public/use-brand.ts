import type { CSSProperties } from 'react';
import { useEffect } from 'react';
import type { PublicBusiness } from '../../../shared/documents/public-document.contract.ts';

export type Brand = PublicBusiness['brand'];

/** The business's three colors as custom properties, its deep one on the browser's frame too. */
export function useBrand(brand: Brand): CSSProperties {
  useEffect(() => {
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      meta.setAttribute('content', brand.deep);
    }
  }, [brand.deep]);
  return { '--deep': brand.deep, '--tint': brand.tint, '--solid': brand.solid } as CSSProperties;
}

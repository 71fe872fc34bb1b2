import { createContext } from 'react';

/** Where the business is, for fields that are written as people there do; nobody's is unknown. */
export const BusinessCountryContext = createContext<string | null | undefined>(undefined);

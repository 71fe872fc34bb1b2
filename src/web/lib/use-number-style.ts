import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { numberStyle } from '../../shared/money/number-style.ts';
import type { NumberStyle } from '../../shared/money/number-style.ts';
import { orpc } from './api.ts';

/** How the business writes numbers: as its country does. */
export function useNumberStyle(): NumberStyle {
  const { data: profile } = useQuery(orpc.profile.get.queryOptions());
  const country = profile?.country;
  return useMemo(() => numberStyle(country), [country]);
}

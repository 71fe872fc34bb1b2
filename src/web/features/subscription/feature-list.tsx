import { IconCheck } from '@tabler/icons-react';
import { Icon } from '../../ui/icon.tsx';

/** What a plan includes, each with a tick. */
export function FeatureList({ features }: { features: readonly string[] }) {
  return (
    <ul className="grid gap-2">
      {features.map((feature) => (
        <li key={feature} className="flex items-start gap-[9px]">
          <Icon as={IconCheck} className="mt-0.5 text-ink-2" />
          {feature}
        </li>
      ))}
    </ul>
  );
}

import { IconCheck } from '@tabler/icons-react';
import { Icon } from '../../ui/icon.tsx';
import classes from './feature-list.module.css';

/** What a plan includes, each with a tick. */
export function FeatureList({ features }: { features: readonly string[] }) {
  return (
    <ul className={classes.features}>
      {features.map((feature) => (
        <li key={feature}>
          <Icon as={IconCheck} />
          {feature}
        </li>
      ))}
    </ul>
  );
}

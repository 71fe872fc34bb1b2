import { cx } from '../../ui/cx.ts';
import { START_TRIAL } from './content.ts';

interface Props {
  href: string;
  look?: 'bare' | 'outlined' | 'primary' | 'inverse';
  large?: boolean;
  /** As wide as its place. */
  wide?: boolean;
  id?: string;
  children: string;
}

/** A link that looks like a button: the page works before, and without, any script. */
export function ButtonLink({
  href,
  look = 'outlined',
  large = false,
  wide = false,
  id,
  children,
}: Props) {
  return (
    <a id={id} className={cx('btn', look, large && 'large', wide && 'wide')} href={href}>
      {children}
    </a>
  );
}

export function TrialButton(props: Omit<Props, 'href' | 'children'>) {
  return (
    <ButtonLink {...props} href={START_TRIAL.href}>
      {START_TRIAL.label}
    </ButtonLink>
  );
}

import { useEffect } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';
import { IconArrowLeft } from './icons.ts';

interface Props {
  list: { to: string; label: string };
  /** What the list calls it; the tab is named after it, too. */
  name: string;
}

/** Above the page of one thing: the list that it stands in, and its name. */
export function Breadcrumb({ list, name }: Props) {
  useEffect(() => {
    const before = document.title;
    document.title = `${name} · Remit`;
    return () => {
      document.title = before;
    };
  }, [name]);
  return (
    <nav className="-mt-2 mb-3 flex min-h-8 items-center gap-3" aria-label="Breadcrumb">
      <Link to={list.to} className="flex flex-none items-center gap-1.5 py-1.5 text-muted">
        <Icon as={IconArrowLeft} />
        {list.label}
      </Link>
      <b className="truncate" dir="auto">
        {name}
      </b>
    </nav>
  );
}
